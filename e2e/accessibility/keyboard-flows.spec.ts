import type { Page } from '@playwright/test';
import { leavingCode } from '../support/account-steps.ts';
import { addAppointmentType } from '../support/appointment-types.ts';
import { expect, expectToast, signIn, test } from '../support/fixtures.ts';
import { loadTo } from '../support/journey-steps.ts';
import {
  chooseByKey,
  expectFocusInSight,
  pressByKey,
  selectByKey,
  tabTo,
  tickByKey,
} from '../support/keyboard-steps.ts';
import { openWhole } from '../support/routes.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const radio = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const dialog = (page: Page, name?: string) => page.getByRole('dialog', name ? { name } : {});
const question = (page: Page, name: string) => page.getByRole('group', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { name });

test('keyboard only: questionnaire, a phase of the plan, and both surveys @long', async ({
  page,
  clinic,
}) => {
  test.slow();
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await openWhole(page, '/onboarding-questionnaire');
  await pressByKey(page, button(page, 'Save'));
  await expect(page.getByLabel('Your age')).toBeFocused();
  await expectFocusInSight(page);
  await page.keyboard.type('34');
  await selectByKey(page, page.getByLabel('How long trying to conceive'), '1-2 years');
  await selectByKey(page, page.getByLabel('Average menstrual cycle length'), '21-35 days');
  await chooseByKey(page, question(page, 'Ovulation tests').getByLabel('Other', { exact: true }));
  await tabTo(page, question(page, 'Ovulation tests').getByLabel('Please specify'));
  await page.keyboard.type('now and then');
  await chooseByKey(page, question(page, 'Fertility investigations').getByLabel('No', { exact: true }));
  await tickByKey(page, question(page, 'Infertility diagnosis').getByLabel('PCOS'));
  await tickByKey(page, question(page, 'Previous fertility treatments').getByLabel('Syringe insemination'));
  await chooseByKey(page, question(page, 'Family setup').getByLabel('Same-sex couple with sperm donor'));
  await pressByKey(page, button(page, 'Save'));
  await expect(page).toHaveURL('/overview');

  const phase = page.getByRole('button', { name: 'Welcome to your plan' });
  await pressByKey(page, phase);
  await expect(dialog(page).getByRole('button', { name: 'Close' })).toBeFocused();
  await expectFocusInSight(page);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(phase).toBeFocused();
  await expectFocusInSight(page);
  await page.keyboard.press('Enter');
  await pressByKey(page, dialog(page).getByRole('button', { name: 'Mark as complete' }));
  await expectToast(page, 'Success', 'Progress updated successfully');
  await expect(dialog(page)).toBeHidden();
  await expect(phase).toBeFocused();
  await page.keyboard.press('Enter');
  await pressByKey(page, dialog(page).getByRole('button', { name: 'Close' }));
  await expect(phase).toBeFocused();

  await loadTo(clinic, email, 'ovulation', 1);
  await openWhole(page, '/before-treatment-survey');
  await chooseByKey(page, radio(page, 'Neutral'));
  await pressByKey(page, button(page, 'Submit & Exit'));
  await expect(heading(page, 'We’re here if you need us')).toBeFocused();
  await pressByKey(page, button(page, 'Message my Coach'));
  await expect(page).toHaveURL('/support');

  await openWhole(page, '/applicator-survey');
  await pressByKey(page, button(page, /Insemination date/));
  await expect(dialog(page, 'Choose a date').locator('[aria-current=date]')).toBeFocused();
  await expectFocusInSight(page);
  await page.keyboard.press('Enter');
  await expect(button(page, /Insemination date/)).toBeFocused();
  await pressByKey(page, button(page, 'Continue'));
  await chooseByKey(page, radio(page, 'Yes'));
  await tabTo(page, page.getByRole('textbox'));
  await page.keyboard.type('Letrozole');
  await pressByKey(page, button(page, 'Continue'));
  for (const answer of ['30 minutes', '4 to 5 hours', 'Easy and straightforward']) {
    await chooseByKey(page, radio(page, answer));
    await pressByKey(page, button(page, 'Continue'));
  }
  await expect(heading(page, "Great! We're glad you found it easy to use.")).toBeFocused();
  await pressByKey(page, button(page, 'Exit'));
  await expect(page).toHaveURL('/home');
});

test('keyboard only: both tests, a call booked, moved and canceled @long', async ({ page, clinic }) => {
  test.slow();
  const type = await addAppointmentType(clinic);
  await signIn(page, clinic, await clinic.patient());
  await openWhole(page, '/log-result/ovulation');
  await chooseByKey(page, radio(page, 'Ovulation Predictor Kit (OPK)'));
  await pressByKey(page, button(page, 'Continue'));
  await chooseByKey(page, radio(page, 'High (Rising LH)'));
  await pressByKey(page, button(page, 'I took it earlier'));
  await tabTo(page, page.getByLabel('When did you take it?'));
  await pressByKey(page, button(page, 'I took it just now'));
  await pressByKey(page, button(page, 'Continue'));
  await expect(heading(page, 'Great! Your peak should be coming soon')).toBeFocused();
  await pressByKey(page, button(page, 'Exit'));
  await expect(page).toHaveURL('/home');

  await openWhole(page, '/log-result/pregnancy');
  await chooseByKey(page, radio(page, 'Negative'));
  await pressByKey(page, button(page, /Test date/));
  const today = dialog(page, 'Choose a date').locator('[aria-current=date]');
  await expect(today).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(today).not.toBeFocused();
  await expectFocusInSight(page);
  await page.keyboard.press('Enter');
  await expect(button(page, /Test date/)).toBeFocused();
  await pressByKey(page, button(page, 'Continue'));
  await expect(heading(page, 'Not the result you were hoping for')).toBeFocused();

  const chooseTime = async (time: string) => {
    const slot = page.getByRole('region', { name: 'Available times' }).getByRole('button', { name: time });
    await pressByKey(page, slot);
    await expect(dialog(page)).toBeVisible();
    return slot;
  };
  await openWhole(page, `/schedule?appointmentType=${type.slug}`);
  await pressByKey(page, button(page, 'Next day'));
  const slot = await chooseTime('10:30 am');
  await page.keyboard.press('Escape');
  await expect(slot).toBeFocused();
  await page.keyboard.press('Enter');
  await pressByKey(page, dialog(page, 'Book a Call').getByRole('button', { name: 'Confirm' }));
  await expectToast(page, 'Success', 'Call scheduled successfully');

  await pressByKey(page, button(page, `Reschedule: ${type.name}`));
  await chooseTime('11:00 am');
  await pressByKey(page, dialog(page, 'Reschedule your call').getByRole('button', { name: 'Confirm' }));
  await expectToast(page, 'Success', 'Call rescheduled successfully');

  const cancel = button(page, `Cancel call: ${type.name}`);
  await pressByKey(page, cancel);
  await pressByKey(page, dialog(page, 'Cancel this call?').getByRole('button', { name: 'Keep call' }));
  await expect(cancel).toBeFocused();
  await page.keyboard.press('Enter');
  await pressByKey(page, dialog(page, 'Cancel this call?').getByRole('button', { name: 'Cancel call' }));
  await expectToast(page, 'Success', 'Call canceled.');
  await expect(cancel).toHaveCount(0);
});

test('keyboard only: consents, record, account deletion, and a phone’s menu @long', async ({
  page,
  clinic,
}) => {
  test.slow();
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await openWhole(page, '/account');
  const sharing = page.getByRole('switch', { name: /^Sharing medical summaries/ });
  await tickByKey(page, sharing);
  await expect(sharing).toBeChecked();
  const record = button(page, 'Who opened my record');
  await pressByKey(page, record);
  await expect(record).toHaveAttribute('aria-expanded', 'true');

  const leave = page.getByRole('main').getByRole('button', { name: 'Delete my account' });
  await pressByKey(page, leave);
  await expect(dialog(page)).toBeVisible();
  await expectFocusInSight(page);
  await page.keyboard.press('Escape');
  await expect(leave).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, dialog(page).getByLabel('Type DELETE to confirm'));
  await page.keyboard.type('DELETE');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Confirmation code')).toBeFocused();
  await expectFocusInSight(page);
  await page.keyboard.type(await leavingCode(clinic, email));
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeHidden();
  const keep = button(page, 'Keep my account');
  await pressByKey(page, keep);
  await expect(keep).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await openWhole(page, '/account');
  const menu = button(page, 'Open menu');
  await pressByKey(page, menu);
  await expect(dialog(page, 'Menu')).toBeVisible();
  await expectFocusInSight(page);
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  await pressByKey(page, dialog(page, 'Menu').getByRole('link', { name: 'Learn' }));
  await expect(page).toHaveURL('/learn');
  await expect(dialog(page, 'Menu')).toBeHidden();
  await expect(page.locator('main')).toBeFocused();
});

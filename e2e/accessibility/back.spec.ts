import type { Page } from '@playwright/test';
import { addAppointmentType } from '../support/appointment-types.ts';
import { askForCode, expect, signIn, test } from '../support/fixtures.ts';
import { action, bookCall, loadTo } from '../support/journey-steps.ts';
import { chooseOvulation, press } from '../support/logging-steps.ts';
import { answered } from '../support/safety-steps.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

/** Whether an open overlay has a history entry, once the code for Back is loaded. */
const expectEntries = (page: Page, layers: number) =>
  expect.poll(() => page.evaluate(() => (history.state as { layers?: number } | null)?.layers)).toBe(layers);

async function back(page: Page, layers: number): Promise<void> {
  await expectEntries(page, layers);
  await page.goBack();
}

/** Through the menu, so that there is a previous page to go back to. */
async function openFromMenu(page: Page, name: string): Promise<void> {
  await press(page, 'Open menu');
  await dialog(page, 'Menu').getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

test('Back closes the menu and a dialog, and leaves the page when nothing is open @phone', async ({
  page,
  clinic,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const email = await clinic.patient();
  await bookCall(clinic, email, 'clinical-coach-support-call', 3 * 24 * 60);
  await signIn(page, clinic, email);
  await press(page, 'Open menu');
  await expect(dialog(page, 'Menu')).toBeVisible();
  await back(page, 1);
  await expect(dialog(page, 'Menu')).toBeHidden();
  await expect(page).toHaveURL('/home');

  await openFromMenu(page, 'My Coach');
  const cancel = page.getByRole('button', { name: /^Cancel call/ });
  await cancel.click();
  await expect(dialog(page, 'Cancel this call?')).toBeVisible();
  await back(page, 1);
  await expect(dialog(page, 'Cancel this call?')).toBeHidden();
  await expect(cancel).toBeFocused();
  await expect(page).toHaveURL('/support');
  // Closing with its own button uses no Back entry, however often it was opened.
  for (let time = 0; time < 2; time++) {
    await cancel.click();
    await press(page, 'Keep call');
    await expect(dialog(page, 'Cancel this call?')).toBeHidden();
  }
  await back(page, 1);
  await expect(page).toHaveURL('/home');
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeAttached();
  await page.goForward();
  await expect(page).toHaveURL('/support');
});

test('Back closes the log menu, and goes from the code back to the address @phone @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.invite();
  await page.goto(`${clinic.url}/config.json`);
  await askForCode(page, clinic, email);
  const code = page.getByLabel('Verification code');
  await back(page, 1);
  const address = page.getByLabel('Email address');
  await expect(address).toBeFocused();
  await expect(page).toHaveURL('/auth');
  await page.goBack();
  await expect(page).toHaveURL('/config.json');

  // A refused code leaves everything unchanged; a right one continues, and Back leads to before signing in.
  await askForCode(page, clinic, email);
  await code.fill('000000');
  await expect(page.getByText(/That code didn’t work/)).toBeVisible();
  await expectEntries(page, 1);
  await code.fill(await clinic.code(email));
  await expect(page).toHaveURL('/privacy-terms');
  await expect(heading(page, 'Privacy and Data Usage')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/config.json');

  await signIn(page, clinic, await clinic.patient());
  const menu = page.getByRole('menu', { name: 'Log test result' });
  await press(page, 'Log test result');
  await expect(menu).toBeVisible();
  await back(page, 1);
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL('/home');
  await press(page, 'Log test result');
  await menu.getByRole('menuitem', { name: 'Log ovulation test' }).click();
  await expect(heading(page, 'How are you detecting ovulation?')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/home');
  await expect(menu).toBeHidden();
});

test('Back closes the plan’s drawer and its dialogs one by one @long', async ({ page, clinic }) => {
  const email = await clinic.patient();
  await bookCall(clinic, email, 'initial-consultation', 3 * 24 * 60);
  await loadTo(clinic, email, 'consultation-prep');
  await signIn(page, clinic, email);
  await page.goto('/overview');
  const drawer = page.locator('dialog.drawer[open]');
  await page.locator('#phase-consultation-prep').click();
  await expect(drawer).toBeVisible();
  await drawer.getByRole('button', { name: 'Mark as complete' }).click();
  const asks = page.locator('dialog.dialog[open]');
  await expect(asks).toBeVisible();
  await back(page, 1);
  await expect(asks).toHaveCount(0);
  await expect(drawer).toBeVisible();
  await drawer.getByRole('button', { name: 'Mark as complete' }).click();
  await asks.getByRole('button', { name: 'Close' }).click();
  await expect(asks).toHaveCount(0);
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(drawer).toHaveCount(0);
  await expect(page).toHaveURL('/overview');
  await page.goBack();
  await expect(page).toHaveURL('/home');
});

test('Back goes one step back in the survey and in logging, and never into what was sent @phone @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'ovulation', 1);
  await signIn(page, clinic, email);
  await page.goto('/applicator-survey?cycleAttempt=1');
  await page.getByRole('button', { name: /Insemination date/ }).click();
  await expect(dialog(page, 'Choose a date')).toBeVisible();
  await back(page, 1);
  await expect(dialog(page, 'Choose a date')).toBeHidden();
  await page.getByRole('button', { name: /Insemination date/ }).click();
  await dialog(page, 'Choose a date').locator('[aria-current=date]').click();
  await press(page, 'Continue');
  await page.getByRole('radio', { name: 'No', exact: true }).check();
  await press(page, 'Continue');
  await expect(
    heading(page, 'How much time was there between sperm collection and insertion?'),
  ).toBeVisible();
  await back(page, 2);
  await expect(heading(page, 'Have you taken any fertility medication this cycle?')).toBeFocused();
  await expect(page.getByRole('radio', { name: 'No', exact: true })).toBeChecked();
  await back(page, 1);
  await expect(heading(page, 'How did it go today?')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/home');

  await page.goto('/log-result/ovulation');
  await chooseOvulation(page, 'High (Rising LH)');
  await back(page, 1);
  await expect(heading(page, 'How are you detecting ovulation?')).toBeVisible();
  await press(page, 'Continue');
  await expect(page.getByRole('radio', { name: 'High (Rising LH)' })).toBeChecked();
  await press(page, 'Continue');
  await expect(heading(page, 'Great! Your peak should be coming soon')).toBeFocused();
  await back(page, 1);
  await expect(page).toHaveURL('/home');
});

test('Back goes one step back in the walkthrough, the safety check and a booking @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  const type = await addAppointmentType(clinic);
  await loadTo(clinic, email, 'applicators', 1);
  await answered(clinic, email, 'ready');
  await signIn(page, clinic, email);
  await expect(action(page, 'safety-check')).toBeVisible();
  await page.goto('/safety-check');
  await press(page, 'Answer again');
  await expect(page.getByRole('button', { name: 'Send answers' })).toBeVisible();
  await back(page, 1);
  await expect(heading(page, 'You can continue.')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/home');

  await page.goto(`/schedule?appointmentType=${type.slug}`);
  await press(page, 'Next day');
  await page.getByRole('button', { name: '10:30 am', exact: true }).click();
  await expect(dialog(page, 'Book a Call')).toBeVisible();
  await back(page, 1);
  await expect(dialog(page, 'Book a Call')).toBeHidden();
  await expect(page).toHaveURL(`/schedule?appointmentType=${type.slug}`);

  await page.goto('/onboarding');
  await press(page, 'Next');
  await expect(heading(page, 'What To Expect')).toBeVisible();
  await press(page, 'Next');
  await expect(heading(page, 'What To Expect')).toBeHidden();
  await back(page, 2);
  await expect(heading(page, 'What To Expect')).toBeVisible();
  await back(page, 1);
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible();
});

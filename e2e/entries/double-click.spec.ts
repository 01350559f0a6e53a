import type { Locator, Page } from '@playwright/test';
import { addAppointmentType } from '../support/appointment-types.ts';
import { expect, signIn, test } from '../support/fixtures.ts';

/** Two clicks within one task, so the screen can't react to the first one in between. */
const clickTwice = (button: Locator) =>
  button.evaluate((element: HTMLButtonElement) => {
    element.click();
    element.click();
  });

/** How often the browser sends a write to that path. */
function countWrites(page: Page, path: string): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() !== 'GET' && new URL(request.url()).pathname === path) count += 1;
  });
  return () => count;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a double click sends once: Accept and Continue, then Continue to Home', async ({ page, clinic }) => {
  await signIn(page, clinic, await clinic.invite());
  const consents = countWrites(page, '/functions/v1/update-privacy-preferences');
  await page.getByRole('checkbox', { name: /privacy policy/i }).check();
  await page.getByRole('checkbox', { name: /transcripts/i }).check();
  await clickTwice(button(page, 'Accept and Continue'));
  await expect(page).toHaveURL('/onboarding');
  expect(consents()).toBe(1);

  const finished = countWrites(page, '/rest/v1/customers');
  for (let step = 0; step < 6; step += 1) await button(page, 'Next').click();
  await clickTwice(button(page, 'Continue to Home'));
  await expect(page).toHaveURL('/home');
  expect(finished()).toBe(1);
});

test('a double click sends once: Save @long', async ({ page, clinic }) => {
  await signIn(page, clinic, await clinic.patient());
  await page.goto('/onboarding-questionnaire');
  await page.getByLabel('Your age').fill('34');
  await page.getByLabel('How long trying to conceive').selectOption('1-2 years');
  await page.getByLabel('Average menstrual cycle length').selectOption('21-35 days');
  for (const [question, answer] of [
    ['Ovulation tests', 'Sometimes'],
    ['Fertility investigations', 'Yes'],
    ['Infertility diagnosis', 'PCOS'],
    ['Previous fertility treatments', 'No previous treatments'],
    ['Family setup', 'Heterosexual couple'],
  ] as const)
    await page.getByRole('group', { name: question }).getByLabel(answer, { exact: true }).check();
  const saved = countWrites(page, '/rest/v1/onboarding_info');
  await clickTwice(button(page, 'Save'));
  await expect(page).toHaveURL('/overview');
  expect(saved()).toBe(1);
});

test('a double click marks one step as complete, not the next one too @long', async ({ page, clinic }) => {
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await page.goto('/overview?phase=welcome');
  const drawer = page.getByRole('dialog');
  const marked = countWrites(page, '/rest/v1/completed_phases');
  await clickTwice(drawer.getByRole('button', { name: 'Mark as complete' }));
  await expect(drawer).toBeHidden();
  expect(marked()).toBe(1);
});

test('a double click sends once: Confirm @long', async ({ page, clinic }) => {
  const type = await addAppointmentType(clinic);
  await signIn(page, clinic, await clinic.patient());
  await page.goto(`/schedule?appointmentType=${type.slug}`);
  await button(page, 'Next day').click();
  await expect(page.getByText('Tomorrow', { exact: true })).toBeVisible();
  await button(page, '10:30 am').click();
  const booked = countWrites(page, '/functions/v1/schedule-appointment');
  await clickTwice(page.getByRole('dialog').getByRole('button', { name: 'Confirm' }));
  await expect(page).toHaveURL('/home');
  expect(booked()).toBe(1);
});

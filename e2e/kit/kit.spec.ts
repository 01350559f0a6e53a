import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility-checks.ts';
import { expect, expectToast, signIn, test } from '../support/fixtures.ts';
import { action, bookCall, loadTo } from '../support/journey-steps.ts';
import { knownPatient, openRecord } from '../support/patient-steps.ts';
import { joinTeam } from '../support/team-steps.ts';

const today = (page: Page) => page.getByRole('region', { name: 'Today' });
const kitCard = (page: Page) => page.getByRole('region', { name: 'Your kit' });

test('a kit from request to delivery: the patient enters the address, the team sends it, it is late, it arrives', async ({
  page,
  clinic,
  browser,
}) => {
  const patient = await knownPatient(clinic, 'Kay');
  await loadTo(clinic, patient.email, 'optimize');
  await bookCall(clinic, patient.email, 'initial-consultation', -60);
  await signIn(page, clinic, patient.email);
  await expect(today(page)).toContainText('We’ll let you know when your kit is on its way.');
  await expect(today(page)).not.toContainText('being prepared');

  const team = await browser.newContext({ baseURL: clinic.url });
  const desk = await team.newPage();
  await joinTeam(desk, clinic, 'coach');
  const items = desk.getByRole('listitem').filter({ hasText: patient.name });
  await clinic.sql(
    `update public.appointments set outcome = 'took-place', outcome_at = now() where user_id = $1`,
    [patient.id],
  );
  await desk.goto('/team');
  await expect(items.filter({ hasText: 'No kit requested' })).toContainText(
    'no one has asked for the kit yet',
  );
  await openRecord(desk, patient);
  await desk.getByRole('button', { name: 'Send the kit' }).click();
  const wish = desk.getByRole('dialog', { name: 'Send the kit' });
  await wish.getByRole('button', { name: 'Send the kit' }).click();
  await expect(wish).toBeHidden();
  await expect(desk.getByText('Kit to send, no address yet')).toBeVisible();
  await desk.goto('/team');
  await expect(items.filter({ hasText: 'No coach assigned' }), 'Today has loaded').toBeVisible();
  await expect(items.filter({ hasText: 'No kit requested' })).toHaveCount(0);

  await expect(today(page)).toContainText('Where should we send your kit?');
  await today(page).getByRole('link', { name: 'Enter your address' }).click();
  await kitCard(page).getByRole('button', { name: 'Save address' }).click();
  await expect(page.getByLabel('Street address')).toBeFocused();
  await expect(kitCard(page)).toContainText('Select your state');
  await expectAccessible(page);
  await page.getByLabel('Street address').fill('350 Fifth Avenue');
  await page.getByLabel('City').fill('New York');
  await page.getByLabel('State', { exact: true }).selectOption('New York');
  await page.getByLabel('ZIP code').fill('10118');
  await kitCard(page).getByRole('button', { name: 'Save address' }).click();
  await expect(kitCard(page)).toContainText('Your kit is being prepared.');
  await expect(kitCard(page)).toContainText('New York, NY 10118');

  const office = await browser.newContext({ baseURL: clinic.url });
  const admin = await office.newPage();
  await joinTeam(admin, clinic, 'administrator');
  await admin.goto('/team');
  await expect(
    admin.getByRole('listitem').filter({ hasText: 'Kit to send' }).filter({ hasText: patient.name }),
  ).toContainText('This patient needs a kit.');
  await admin.goto(`/team/invitations?search=${encodeURIComponent(patient.email)}`);
  await admin.getByRole('button', { name: 'Kit' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Kit' });
  await expect(dialog).toContainText('350 Fifth Avenue');
  await expectAccessible(admin);
  await dialog.getByLabel('Tracking link').fill('https://parcels.example/1Z999');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect
    .poll(async () => (await clinic.mail(patient.email)).map(({ subject }) => subject))
    .toContain('There is something new in your portal');
  await expect(kitCard(page)).toContainText('Your kit is on its way to you.');
  // Sending it ends its item.
  await admin.goto('/team');
  await expect(admin.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(
    admin.getByRole('listitem').filter({ hasText: 'Kit to send' }).filter({ hasText: patient.name }),
  ).toHaveCount(0);

  await clinic.sql(`update public.kit_requests set sent_on = current_date - 10 where user_id = $1`, [
    patient.id,
  ]);
  await page.goto('/home');
  await expect(today(page)).toContainText('Your kit should have arrived by now. Has it?');
  await admin.goto('/team');
  await expect(
    admin.getByRole('listitem').filter({ hasText: 'Kit late' }).filter({ hasText: patient.name }),
  ).toBeVisible();

  await today(page).getByRole('link', { name: 'Tell us about your kit' }).click();
  await kitCard(page).getByRole('button', { name: 'My kit has arrived' }).click();
  await expectToast(page, 'Your kit has arrived.', '');
  await expect(kitCard(page)).toContainText('Your kit has arrived.');
  await expectAccessible(page);
  await page.goto('/home');
  await expect(today(page)).toContainText('Your kit has arrived.');
  await expect(action(page, 'delivery-info').getByText('Done')).toBeVisible();
  await openRecord(desk, patient);
  await expect(desk.getByText('Kit arrived today', { exact: false })).toBeVisible();
  await team.close();
  await office.close();
});

import type { Page } from '@playwright/test';
import { answers, inFrontOf } from '../support/broken-server.ts';
import { addAppointmentType, takeTomorrow, type AppointmentType } from '../support/appointment-types.ts';
import { readCalendar } from '../../server/testing/read-calendar.ts';
import { expect, expectToast, signIn, test, type Clinic } from '../support/fixtures.ts';

const slot = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Available times' }).getByRole('button', { name, exact: true });
const row = (page: Page, { name }: AppointmentType) => page.getByRole('listitem').filter({ hasText: name });

/** A patient on Home with a call tomorrow at ten. */
async function withCall(page: Page, clinic: Clinic, choices = {}) {
  const type = await addAppointmentType(clinic, { buffer: 15, ...choices });
  const email = await clinic.patient('Liv');
  await takeTomorrow(clinic, type, email, '10:00');
  await signIn(page, clinic, email);
  await expect(row(page, type)).toContainText('10:00 am');
  return { type, email };
}

/** The properties in the latest email's calendar file. */
async function calendarOf(clinic: Clinic, email: string, subject: string) {
  await expect.poll(async () => (await clinic.mail(email))[0]?.subject).toBe(subject);
  const [mail] = await clinic.mail(email);
  return readCalendar(mail!.attachments[0]!.content);
}

test('a call moves to another time, and keeps its old one until then @phone', async ({ page, clinic }) => {
  const { type, email } = await withCall(page, clinic);
  const [before] = await clinic.sql('select id from public.calls where slug = $1', [type.slug]);
  await page.getByRole('button', { name: `Reschedule: ${type.name}` }).click();
  await expect(page.getByText(/^Your call is on .* at 10:00 am\./)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Reschedule your call' })).toBeVisible();
  await expect(page).toHaveTitle(/^Reschedule your call/);
  await expect(slot(page, '10:30 am'), 'the day of the call').toBeVisible();
  await expect(slot(page, '10:00 am')).toHaveCount(0);
  await slot(page, '10:30 am').click();
  const dialog = page.getByRole('dialog', { name: 'Reschedule your call' });
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL('/home');
  await expectToast(page, 'Success', 'Call rescheduled successfully');
  await expect(row(page, type)).toContainText('10:30 am');
  await expect(row(page, type)).toHaveCount(1);
  expect(await calendarOf(clinic, email, 'Your call has a new time')).toMatchObject({
    method: 'REQUEST',
    uid: before!['id'],
    sequence: 1,
  });
});

test('a time lost to someone else leaves the call where it was @long', async ({ page, clinic }) => {
  const { type } = await withCall(page, clinic);
  await page.getByRole('button', { name: `Reschedule: ${type.name}` }).click();
  await slot(page, '2:00 pm').click();
  await takeTomorrow(clinic, type, await clinic.patient(), '14:00');
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expectToast(page, 'Error', 'Failed to reschedule the call');
  await expect(slot(page, '2:00 pm')).toHaveCount(0);
  await page.goto('/home');
  await expect(row(page, type)).toContainText('10:00 am');
});

test('a canceled call leaves the list and the calendar, and its time is free again @phone @long', async ({
  page,
  clinic,
}) => {
  const { type, email } = await withCall(page, clinic);
  await page.getByRole('button', { name: `Cancel call: ${type.name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this call?' });
  await expect(dialog).toContainText('at 10:00 am Eastern Time');
  await dialog.getByRole('button', { name: 'Keep call' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: `Cancel call: ${type.name}` }).click();
  await dialog.getByRole('button', { name: 'Cancel call' }).click();
  await expectToast(page, 'Success', 'Call canceled.');
  await expect(row(page, type)).toHaveCount(0);
  expect(await calendarOf(clinic, email, 'Your call is canceled')).toMatchObject({
    method: 'CANCEL',
    sequence: 1,
    status: 'CANCELLED',
  });
  await page.goto(`/schedule?appointmentType=${type.slug}`);
  await page.getByRole('button', { name: 'Next day' }).click();
  await expect(page.getByText('Tomorrow', { exact: true })).toBeVisible();
  await expect(slot(page, '10:00 am')).toBeVisible();
});

test('a call whose notice has started cannot be changed @long', async ({ page, clinic }) => {
  const { type } = await withCall(page, clinic, { notice: 3 * 24 * 60 });
  await expect(page.getByRole('button', { name: /Reschedule|Cancel call/ })).toHaveCount(0);
  const [call] = await clinic.sql('select id from public.calls where slug = $1', [type.slug]);
  await page.goto(`/schedule?appointmentType=${type.slug}&reschedule=${String(call!['id'])}`);
  await expect(page.getByText('This call can’t be rescheduled')).toBeVisible();
});

test('a failing server leaves the call as it is and says so @long', async ({ page, clinic }) => {
  const broken = await inFrontOf(clinic.url, answers('/functions/v1/cancel-appointment', 500));
  const { type } = await withCall(page, { ...clinic, url: broken.url });
  await page.getByRole('button', { name: `Cancel call: ${type.name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel call' }).click();
  await expectToast(page, 'Error', 'Failed to cancel the call');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(row(page, type)).toBeVisible();
  await broken.close();
});

import { clockTime } from '../../domain/time/zoned-words.ts';
import { expect, signIn, test } from '../support/fixtures.ts';
import { bookCall } from '../support/journey-steps.ts';

test.use({ timezoneId: 'America/New_York' });

test('the portal shows times in the zone that the patient selects, and follows the device again', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await bookCall(clinic, email, 'clinical-coach-support-call', 26 * 60);
  const [call] = await clinic.sql(
    'select starts_at from public.appointments join public.customers using (user_id) where customer_email = $1',
    [email],
  );
  const startsAt = Date.parse(String(call!['starts_at']));
  const inNewYork = clockTime(startsAt, 'America/New_York');
  const inLosAngeles = clockTime(startsAt, 'America/Los_Angeles');
  const calls = page.getByRole('region', { name: 'Upcoming Calls' });

  await signIn(page, clinic, email);
  await expect(calls.getByText(inNewYork)).toBeVisible();

  await page.goto('/account');
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await zone.selectOption('America/Los_Angeles');
  await expect(zone).toHaveValue('America/Los_Angeles');
  await page.goto('/home');
  await expect(calls.getByText(inLosAngeles)).toBeVisible();
  await page.goto('/schedule?appointmentType=clinical-coach-support-call');
  await expect(page.getByText(/Pacific Time/).first()).toBeVisible();

  await page.goto('/account');
  await zone.selectOption({ label: 'Follow this device' });
  await expect(zone).toHaveValue('device');
  await page.goto('/home');
  await expect(calls.getByText(inNewYork)).toBeVisible();
});

import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../support/accessibility-checks.ts';
import { expect, signIn, test } from '../support/fixtures.ts';
import { timersOf } from '../support/safety-steps.ts';

const NOON = new Date('2026-11-15T17:00:00Z');

test('a cap that went in earlier, an alarm that reveals nothing, and help at hand @phone', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await page.clock.install({ time: NOON });
  await page.goto('/treatment-day');
  const cap = page.getByRole('region', { name: 'Cap in place' });
  await cap.getByRole('button', { name: 'It went in at …' }).click();
  await cap.getByLabel('When did the cap go in?').fill('10:15');
  await cap.getByRole('button', { name: 'Save the time' }).click();
  await expect(cap).toContainText('Out by 3:15 pm Eastern Time');
  await expectAccessible(page);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    cap.getByRole('button', { name: 'Add an alarm to my calendar' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('reminder.ics');
  const file = await readFile(await download.path(), 'utf8');
  expect(file).toContain('DTSTART:20261115T201500Z');
  expect(file).toContain('SUMMARY:Reminder');
  expect(file).not.toMatch(/\bcap\b|applicator|treatment/i);

  // A mistake is corrected: an earlier time counts, a later one needs a reset of the timer.
  await cap.getByRole('button', { name: 'It went in at …' }).click();
  await cap.getByLabel('When did the cap go in?').fill('11:00');
  await cap.getByRole('button', { name: 'Save the time' }).click();
  await expect(cap.getByText('This isn’t earlier than the time you logged.')).toBeVisible();
  await cap.getByLabel('When did the cap go in?').fill('09:30');
  await cap.getByRole('button', { name: 'Save the time' }).click();
  await expect(cap).toContainText('Out by 2:30 pm Eastern Time');
  await cap.getByRole('button', { name: 'Reset the cap timer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click();
  await page.clock.fastForward(1000);
  await cap.getByRole('button', { name: 'It went in at …' }).click();
  await cap.getByLabel('When did the cap go in?').fill('11:00');
  await cap.getByRole('button', { name: 'Save the time' }).click();
  await expect(cap).toContainText('Out by 4:00 pm Eastern Time');
  await page.reload();
  await expect(cap, 'what was accepted stays').toContainText('Out by 4:00 pm Eastern Time');

  const help = page.getByRole('region', { name: 'If you need help' });
  await expect(help).toContainText('If you can’t reach the string');
  await expect(help.getByRole('link', { name: 'Talk to my coach' })).toHaveAttribute('href', '/support');
  const urgent = help.getByRole('region', { name: 'Get help now' });
  await expect(urgent).toContainText('Get urgent medical help now if you have');
  await expect(urgent).toContainText('or go to the nearest emergency room.');
  await page.getByRole('link', { name: 'How are you feeling?' }).click();
  await expect(page).toHaveURL('/feeling');
});

test('the clinic accepts a time in the last days, and none in the future or long ago @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  const tell = (at: string) =>
    page.evaluate(async (moment) => {
      const { access_token: token } = JSON.parse(localStorage.getItem('sb-localhost-auth-token')!) as {
        access_token: string;
      };
      const answer = await fetch('/functions/v1/treatment-day', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        },
        body: JSON.stringify({ action: 'cap-in', at: moment }),
      });
      return answer.status;
    }, at);
  const hours = (ago: number) => new Date(Date.now() - ago * 3_600_000).toISOString();
  expect(await tell(hours(-1))).toBe(400);
  expect(await tell(hours(8 * 24))).toBe(400);
  expect(await tell(hours(2))).toBe(200);
  expect(await timersOf(clinic, email)).toEqual(['cap-in']);
});

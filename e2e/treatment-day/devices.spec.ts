import { expect, signIn, test } from '../support/fixtures.ts';
import { press } from '../support/logging-steps.ts';
import { answered, timersOf } from '../support/safety-steps.ts';

test.use({ serviceWorkers: 'allow' });

test('a timer that one device starts runs on the other right away, and ends there too @long', async ({
  page,
  clinic,
  browser,
}) => {
  const email = await clinic.patient();
  await answered(clinic, email, 'ready');
  const other = await browser.newContext({ reducedMotion: 'reduce' });
  const tablet = await other.newPage();
  for (const device of [page, tablet]) {
    await signIn(device, clinic, email);
    await device.goto(`${clinic.url}/treatment-day`);
    await expect(device.getByRole('button', { name: 'Start 30 minutes' })).toBeEnabled();
  }
  await press(page, 'Start 30 minutes');
  await expect(tablet.getByRole('region', { name: 'Sample rest' })).toContainText('Ready at');
  await press(tablet, 'Start 5 hours');
  await expect(page.getByRole('region', { name: 'Cap in place' })).toContainText('Out by');
  await press(page, 'The cap is out');
  await expect(tablet.getByRole('region', { name: 'Cap in place' })).toContainText('The cap is out.');
  await expect.poll(() => timersOf(clinic, email)).toEqual(['sample', 'cap-in', 'cap-out']);
  await press(tablet, 'Clear the timers');
  await expect(page.getByRole('button', { name: 'Start 5 hours' })).toBeVisible();
  await other.close();
});

test('a timer started offline runs right away and reaches the clinic later, with its own time @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await answered(clinic, email, 'ready');
  await signIn(page, clinic, email);
  await page.goto('/treatment-day');
  await expect(page.getByRole('button', { name: 'Start 30 minutes' })).toBeEnabled();
  // Our server would answer a device that only reports being offline.
  await page.route(/\/(functions|rest)\/v1\//, (route) => route.abort());
  await press(page, 'Start 30 minutes');
  await press(page, 'Start 5 hours');
  await expect(page.getByRole('region', { name: 'Cap in place' })).toContainText('Out by');
  expect(await timersOf(clinic, email)).toEqual([]);
  await page.unroute(/\/(functions|rest)\/v1\//);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => timersOf(clinic, email)).toEqual(['sample', 'cap-in']);
});

test('a patient who has already started enters when, whatever the safety check says @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await answered(clinic, email, 'stop');
  await signIn(page, clinic, email);
  await page.goto('/treatment-day?started');
  const ago = (minutes: number) =>
    new Date(Date.now() - minutes * 60_000).toLocaleTimeString('en-GB', {
      timeZone: 'America/New_York',
      hour: '2-digit',
      minute: '2-digit',
    });
  const sample = page.getByRole('region', { name: 'Sample rest' });
  await sample.getByLabel('When was the sample collected?').fill(ago(10));
  await sample.getByRole('button', { name: 'Save the time' }).click();
  await expect(sample.getByText('The sample timer starts after the safety check.')).toBeVisible();
  await sample.getByLabel('When was the sample collected?').fill(ago(45));
  await sample.getByRole('button', { name: 'Save the time' }).click();
  await expect(sample).toContainText('The sample has rested for 30 minutes.');

  const cap = page.getByRole('region', { name: 'Cap in place' });
  await cap.getByRole('button', { name: 'Save the time' }).click();
  await expect(cap.getByText('Please enter a time.')).toBeVisible();
  await cap.getByLabel('When did the cap go in?').fill(ago(20));
  await cap.getByRole('button', { name: 'Save the time' }).click();
  await expect(cap.getByRole('timer')).toHaveText(/^4 hours (39|40) minutes left$/);
  await expect.poll(() => timersOf(clinic, email)).toEqual(['sample', 'cap-in']);
});

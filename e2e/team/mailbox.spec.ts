import { expect, test } from '../support/fixtures.ts';

test('the mailbox page updates the apps’ codes by itself', async ({ page, clinic }) => {
  const email = 'coach@example.com';
  await page.clock.install();
  await page.goto(`/dev/mailbox?to=${email}`);
  await expect(page.getByText(/New codes in\s+\d+ s\./)).toBeVisible();
  const code = page.getByRole('definition');
  await code.evaluate((shown) => (shown.textContent = 'an old one'));
  await page.clock.fastForward(31_000);
  await expect(code).toHaveText(/^\d{6}$/);
  const current = async () =>
    (await clinic.mail(email)).find(({ channel }) => channel === 'authenticator')?.code;
  // Both change every 30 seconds, so they are requested together.
  await expect.poll(async () => (await current()) === (await code.textContent())).toBe(true);
});

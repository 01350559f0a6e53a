import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bookCall, callTest as test, hostLink } from '../support/call-steps.ts';
import { enterCode, expect, openClinic, test as base } from '../support/fixtures.ts';

test('too early, too late, canceled, expired, cut short and signed out each get a plain explanation @long', async ({
  clinic,
  person,
}) => {
  const page = await person();
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const early = await bookCall(clinic, 60);
  await page.goto(await hostLink(clinic, early));
  await expect(heading('You’re early')).toBeVisible();
  await expect(page.getByText(/ at \d+:\d\d [ap]m, Eastern (Standard|Daylight) Time\.$/)).toBeVisible();
  await expect(page.getByText('we’ll let you in automatically')).toBeVisible();
  await page.goto(await hostLink(clinic, await bookCall(clinic, -45)));
  await expect(heading('This call is over')).toBeVisible();
  const cancelled = await bookCall(clinic);
  await page.goto(`${clinic.url}/call/${cancelled.room}`);
  await expect(heading('Please sign in first')).toBeVisible();
  await clinic.sql(`update public.appointments set status = 'cancelled' where id = $1`, [cancelled.id]);
  await page.goto(await hostLink(clinic, cancelled));
  await expect(heading('This call has changed')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to Home' })).toHaveCount(0);
  await page.goto(`${clinic.url}/call/${cancelled.room.toUpperCase()}`);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await enterCode(page, clinic, cancelled.email);
  await expect(heading('This call was canceled')).toBeVisible();
  await page.goto(await hostLink(clinic, await bookCall(clinic), -5));
  await expect(heading('This link has expired')).toBeVisible();
  await page.goto((await hostLink(clinic, await bookCall(clinic))).slice(0, -8));
  await expect(heading('This link has expired')).toBeVisible();
});

base(
  'the demonstration’s clinician has the link to the call that can be joined now in the mail @long',
  async ({ page }) => {
    test.slow();
    // First start: a copied database's emails name the original's address.
    const clinic = await openClinic({}, { dataFolder: await mkdtemp(join(tmpdir(), 'bea-first-start-')) });
    try {
      await expect.poll(async () => (await clinic.mail('clinician@example.com')).length).toBeGreaterThan(0);
      const [mail] = await clinic.mail('clinician@example.com');
      const link = /http\S+\/call\/\S+/.exec(mail!.text)![0];
      await page.goto(link);
      await expect(page.getByRole('heading', { name: 'Your call with Jo W.' })).toBeVisible();
    } finally {
      await clinic.remove();
    }
  },
);

import type { Page } from '@playwright/test';
import { openCallType } from './call-types.ts';
import { readCalendar } from '../server/testing/read-calendar.ts';
import { expect, signIn, test } from './fixtures.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const HOST_ZONE = 'America/New_York';

const clock = (at: number, zone: string) =>
  new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: zone })
    .format(at)
    .replace(/\s/, ' ')
    .toLowerCase();
const fullDay = (at: number, zone: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: zone }).format(at);
const zoneName = (at: number, zone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'long' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')!.value;

/** The moments of the coming months at which the host's clocks show this time, by asking every quarter of an hour. */
function* whenHostsClockShows(time: string, from: number): Generator<number> {
  for (let at = Math.ceil(from / (HOUR / 4)) * (HOUR / 4); ; at += HOUR / 4)
    if (clock(at, HOST_ZONE) === time) yield at;
}

/** Ten in the morning, for the host, on the day before and the day after each change of the host's clocks. */
function callsAroundChanges(): number[] {
  const found: number[] = [];
  let before = 0;
  for (const at of whenHostsClockShows('10:00 am', Date.now() + 2 * DAY)) {
    if (at > Date.now() + 355 * DAY) break;
    if (before && (at - before) % DAY !== 0) found.push(before, at);
    before = at;
  }
  return found;
}

async function openDay(page: Page, name: string): Promise<void> {
  await page.getByTitle('Choose another date').click();
  const calendar = page.getByRole('dialog', { name: 'Choose a date' });
  const target = calendar.getByRole('button', { name, exact: true });
  await expect(calendar.getByRole('button', { name: 'Next month' })).toBeVisible();
  while ((await target.count()) === 0) await calendar.getByRole('button', { name: 'Next month' }).click();
  await target.click();
  await expect(calendar).toBeHidden();
}

for (const zone of ['America/New_York', 'Europe/London', 'Asia/Kolkata', 'Australia/Sydney']) {
  test.describe(zone, () => {
    test.use({ timezoneId: zone });

    test(`in ${zone} every hour is right, on both sides of each clock change @phone`, async ({
      page,
      clinic,
    }) => {
      const type = await openCallType(clinic, { horizon: 365, from: '10:00', until: '11:00' });
      const email = await clinic.patient();
      await signIn(page, clinic, email);
      await page.goto(`/schedule?appointmentType=${type.slug}`);
      const calls = callsAroundChanges();
      expect(calls.length).toBeGreaterThanOrEqual(2);
      const slotAt = (at: number) =>
        page
          .getByRole('region', { name: 'Available times' })
          .getByRole('button', { name: clock(at, zone), exact: true });
      for (const at of calls) {
        await openDay(page, fullDay(at, zone));
        await expect(page.getByText('Your timezone').locator('..')).toContainText(zoneName(at, zone));
        await expect(slotAt(at)).toBeVisible();
      }

      const [, at] = calls as [number, number];
      await openDay(page, fullDay(at, zone));
      await slotAt(at).click();
      const dialog = page.getByRole('dialog', { name: 'Book a Call' });
      await expect(dialog).toContainText(zoneName(at, zone));
      await dialog.getByRole('button', { name: 'Confirm' }).click();
      await expect(page).toHaveURL('/home');
      await expect(page.getByRole('listitem').filter({ hasText: type.name })).toContainText(clock(at, zone));

      const kept = await clinic.sql('select starts_at from public.calls where slug = $1', [type.slug]);
      expect(kept.map(({ starts_at: startsAt }) => new Date(String(startsAt)).getTime())).toEqual([at]);
      await expect.poll(async () => (await clinic.mail(email))[0]?.subject).toBe('Your call is booked');
      const [mail] = await clinic.mail(email);
      const words = `${fullDay(at, zone)} at ${clock(at, zone).toUpperCase()} (${zoneName(at, zone)})`;
      expect(mail!.text).toContain(words);
      expect(readCalendar(mail!.attachments[0]!.content).startsAt).toBe(at);
    });
  });
}

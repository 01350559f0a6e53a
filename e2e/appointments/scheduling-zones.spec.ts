import type { Page } from '@playwright/test';
import { addAppointmentType } from '../support/appointment-types.ts';
import { readCalendar } from '../../server/testing/read-calendar.ts';
import { pickDay } from '../support/calendar-steps.ts';
import { expect, signIn, test } from '../support/fixtures.ts';

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
  new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')!.value;

const hostsHour = new Intl.DateTimeFormat('en-US', { hour: 'numeric', timeZone: HOST_ZONE });
/** The bookable year, minus a day at its edge. */
const REACH = 364 * DAY;

/** Ten in the morning for the host, day by day, found by trying every full hour. */
function* tenForHost(): Generator<number> {
  const start = Math.ceil((Date.now() + 2 * DAY) / HOUR) * HOUR;
  for (let at = start; at < Date.now() + REACH; at += HOUR)
    if (/^10\sAM$/.test(hostsHour.format(at))) yield at;
}

type Change = { before: number; after: number; to: 'forward' | 'back' };

/** The last call before and the first call after each change of a zone's clocks. */
function changesOf(zone: string): Change[] {
  const found: Change[] = [];
  let before: number | undefined;
  for (const after of tenForHost()) {
    const moved = before === undefined ? 0 : offset(after, zone) - offset(before, zone);
    if (before !== undefined && moved !== 0)
      found.push({ before, after, to: moved > 0 ? 'forward' : 'back' });
    before = after;
  }
  return found;
}

/** How far the zone's clocks are ahead of UTC, in milliseconds. */
function offset(at: number, zone: string): number {
  const shown = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone });
  return Date.parse(`${shown.format(at).replace(' ', 'T')}Z`) - at;
}

/** A change recurs after 52 or 53 weeks, so for some days after one the next is not within the year yet. */
function hasJustChanged(zone: string): boolean {
  const now = Math.floor(Date.now() / HOUR) * HOUR;
  return offset(now - 10 * DAY, zone) !== offset(now + 3 * DAY, zone);
}

async function openDay(page: Page, name: string): Promise<void> {
  await page.getByTitle('Choose another date').click();
  await pickDay(page, name);
}

const ZONES = [
  { zone: 'America/New_York', expected: ['back', 'forward'], tags: '@phone @long' },
  { zone: 'Europe/London', expected: ['back', 'forward'], tags: '@phone @long' },
  { zone: 'Asia/Kolkata', expected: [], tags: '@phone @long' },
  { zone: 'Australia/Sydney', expected: ['back', 'forward'], tags: '@phone @long' },
];
for (const { zone, expected, tags } of ZONES) {
  test.describe(zone, () => {
    test.use({ timezoneId: zone });

    test(`in ${zone} every time is right, on both sides of each clock change ${tags}`, async ({
      page,
      clinic,
    }) => {
      const type = await addAppointmentType(clinic, { horizon: 365, from: '10:00', until: '11:00' });
      const email = await clinic.patient();
      await signIn(page, clinic, email);
      await page.goto(`/schedule?appointmentType=${type.slug}`);
      const own = changesOf(zone);
      if (!hasJustChanged(zone)) expect(own.map(({ to }) => to).toSorted()).toEqual(expected);
      // The host's clocks change too, which moves the time for a patient whose own do not.
      const changes = [...own, ...changesOf(HOST_ZONE)];
      const calls = [...new Set(changes.flatMap(({ before, after }) => [before, after]))].toSorted(
        (a, b) => a - b,
      );
      const slotAt = (at: number) =>
        page
          .getByRole('region', { name: 'Available times' })
          .getByRole('button', { name: clock(at, zone), exact: true });
      for (const at of calls) {
        await openDay(page, fullDay(at, zone));
        await expect(page.getByText('Your timezone').locator('..')).toContainText(zoneName(at, zone));
        await expect(slotAt(at)).toBeVisible();
      }

      const at = calls.at(-1)!;
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
      const words = `${fullDay(at, zone)} at ${clock(at, zone)} ${zoneName(at, zone)}`;
      expect(mail!.text).toContain(words);
      expect(readCalendar(mail!.attachments[0]!.content).startsAt).toBe(at);
    });
  });
}

import { describe, expect, test } from 'vitest';
import {
  DAY,
  instantFromIso,
  isoFromInstant,
  MINUTE,
  type Instant,
} from '../../../../domain/time/instant.ts';
import { busyTimes } from '../../../functions/_shared/calendars/busy-times.ts';
import { SHAPES } from './calendar-shapes.ts';

const HOUR = 60 * MINUTE;
const WINDOW = {
  zone: 'America/New_York',
  from: instantFromIso('2026-11-01T00:00:00Z'),
  until: instantFromIso('2026-12-01T00:00:00Z'),
};
const read = (text: string) => busyTimes.parse({ text, ...WINDOW });

/** '11-18 15:00-16:00', with hours past 24 for an event that ends on a later day. */
function inWords([from, until]: [Instant, Instant]): string {
  const day = from - (from % DAY);
  const clock = (at: Instant) =>
    [Math.floor((at - day) / HOUR), ((at - day) % HOUR) / MINUTE]
      .map((part) => String(part).padStart(2, '0'))
      .join(':');
  return `${isoFromInstant(from).slice(5, 10)} ${clock(from)}-${clock(until)}`;
}

const event = (lines: string) =>
  `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\n${lines}\r\nEND:VEVENT\r\nEND:VCALENDAR`;

describe('calendars as they are in the world', () => {
  test('there are at least thirty', () => {
    expect(SHAPES.length).toBeGreaterThanOrEqual(30);
  });

  test.each(SHAPES)('$name', async ({ text, busy, skipped = 0 }) => {
    const found = await read(text);
    expect(found).not.toHaveProperty('problem');
    if ('problem' in found) return;
    expect(found.times.map(inWords)).toEqual(busy);
    expect(found.skipped).toBe(skipped);
  });
});

test.each([
  ['a page of a website', '<!doctype html><html><body>Sign in</body></html>'],
  ['nothing', ''],
  ['an address book', 'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Noa\r\nEND:VCARD\r\n'],
  ['a calendar that was cut off', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20261118T150000Z\r\n'],
])('%s is no calendar', async (_, text) => {
  expect(await read(text)).toEqual({ problem: 'not-a-calendar' });
});

describe('no text keeps the parser busy for long', () => {
  const many = (count: number, line: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => line(at)).join('\r\n');
  test.each([
    [
      'a rule that never applies',
      event('DTSTART:20260101T090000Z\r\nDURATION:PT1H\r\nRRULE:FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=2'),
    ],
    [
      'each February 30 that is a Monday',
      event('DTSTART:20260131T100000\r\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;BYDAY=MO'),
    ],
    [
      'a zone whose clocks change then',
      `BEGIN:VCALENDAR\r\nBEGIN:VTIMEZONE\r\nTZID:X\r\nBEGIN:STANDARD\r\nDTSTART:20070311T020000\r\nTZOFFSETFROM:+0000\r\nTZOFFSETTO:+0100\r\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;BYDAY=MO\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\nBEGIN:VEVENT\r\nDTSTART;TZID=X:20261118T150000\r\nDURATION:PT1H\r\nEND:VEVENT\r\nEND:VCALENDAR`,
    ],
    [
      'an hourly rule that never applies',
      event('DTSTART:20260101T090000Z\r\nRRULE:FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30'),
    ],
    [
      'an interval of a million years',
      event('DTSTART:20260101T090000Z\r\nRRULE:FREQ=YEARLY;INTERVAL=1000000'),
    ],
    ['a rule from the year 1', event('DTSTART:00010101T090000Z\r\nDURATION:PT1H\r\nRRULE:FREQ=DAILY')],
    [
      'a thousand rules from 1970',
      `BEGIN:VCALENDAR\r\n${many(1_000, () => 'BEGIN:VEVENT\r\nDTSTART:19700101T090000Z\r\nDURATION:PT1H\r\nRRULE:FREQ=DAILY\r\nEND:VEVENT')}\r\nEND:VCALENDAR`,
    ],
    [
      'a hundred thousand exceptions',
      event(`DTSTART:20261118T150000Z\r\n${many(40_000, () => 'EXDATE:20261118T150000Z')}`),
    ],
    [
      'a megabyte on one line',
      event(`DTSTART:20261118T150000Z\r\nRRULE:FREQ=DAILY;BYDAY=${'MO,'.repeat(300_000)}`),
    ],
    ['a hundred thousand folds', event(`DTSTART:20261118T150000Z${'\r\n '.repeat(300_000)}`)],
    ['a hundred thousand open components', `BEGIN:VCALENDAR\r\n${'BEGIN:VEVENT\r\n'.repeat(70_000)}`],
    [
      'a zone whose clocks change each second',
      `BEGIN:VCALENDAR\r\nBEGIN:VTIMEZONE\r\nTZID:X\r\nBEGIN:STANDARD\r\nDTSTART:16010101T000000\r\nTZOFFSETFROM:+0000\r\nTZOFFSETTO:+0100\r\nRRULE:FREQ=SECONDLY\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\nBEGIN:VEVENT\r\nDTSTART;TZID=X:20261118T150000\r\nDURATION:PT1H\r\nEND:VEVENT\r\nEND:VCALENDAR`,
    ],
    ['quotes without an end', event(`DTSTART;TZID="${'a;'.repeat(200_000)}:20261118T150000`)],
  ])('%s', async (_, text) => {
    const began = performance.now();
    await read(text);
    expect(performance.now() - began).toBeLessThan(4_500);
  });
});

test('titles, places and people never reach the parser', async () => {
  const { linesAboutTime } = await import('../../../functions/_shared/calendars/lines-about-time.ts');
  const lines = SHAPES.map(({ text }) => linesAboutTime(text)).join('\n');
  for (const word of ['Dentist', 'Fox', 'SUMMARY', 'DESCRIPTION', 'card', 'noa@example.com'])
    expect(lines).not.toContain(word);
});

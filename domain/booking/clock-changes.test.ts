import { describe, expect, test } from 'vitest';
import { DAY, instantFromIso, MINUTE } from '../time/instant.ts';
import { endOfDay, localDateTime, startOfDay } from '../time/local.ts';
import type { Host } from './availability.ts';
import { offeredSlots } from './slots.ts';

const type = { durationMinutes: 30, bufferMinutes: 0, minimumNoticeMinutes: 0, horizonDays: 30 };

function slotsOn(date: string, timeZone: string, from: string, until: string) {
  const weeklyHours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from, until }));
  const host: Host = { id: 'host', timeZone, weeklyHours, daysOff: [] };
  const [dayStart, dayEnd] = [startOfDay(date, timeZone), endOfDay(date, timeZone)];
  return offeredSlots({
    type,
    hosts: [host],
    booked: [],
    now: dayStart - DAY,
    from: dayStart,
    until: dayEnd,
  });
}

describe('a day holds as many calls as it has half hours', () => {
  test.each([
    ['America/New_York', '2027-03-14', 5, 23],
    ['America/New_York', '2026-11-01', 7, 25],
    ['America/New_York', '2026-11-02', 6, 24],
    ['Europe/London', '2027-03-28', 5, 23],
    ['Europe/London', '2026-10-25', 7, 25],
    ['Australia/Sydney', '2026-10-04', 5, 23],
    ['Australia/Sydney', '2027-04-04', 7, 25],
    ['Australia/Lord_Howe', '2026-10-04', 5.5, 23.5],
    ['Australia/Lord_Howe', '2027-04-04', 6.5, 24.5],
    ['Asia/Kolkata', '2027-03-14', 6, 24],
    ['Asia/Kolkata', '2026-11-01', 6, 24],
    ['America/Santiago', '2026-09-06', 5, 23],
    ['America/Havana', '2026-11-01', 7, 25],
  ])('%s %s: %d hours up to six o’clock, %d in total', (zone, date, hoursToSix, hours) => {
    const early = slotsOn(date, zone, '00:00', '06:00');
    expect(early).toHaveLength(hoursToSix * 2);
    expect(slotsOn(date, zone, '00:00', '24:00')).toHaveLength(hours * 2);

    const ends = early.map(({ endsAt }) => endsAt);
    expect(early.slice(1).map(({ startsAt }) => startsAt)).toEqual(ends.slice(0, -1));
    expect(localDateTime(ends.at(-1) ?? 0, zone)).toBe(`${date}T06:00`);
  });
});

const opening = (date: string) => slotsOn(date, 'America/New_York', '09:00', '17:00')[0]?.startsAt;

test('office hours stay at the host’s same local time on both sides of a clock change', () => {
  expect(opening('2026-10-31')).toBe(instantFromIso('2026-10-31T13:00:00Z'));
  expect(opening('2026-11-01')).toBe(instantFromIso('2026-11-01T14:00:00Z'));
});

test('hours that the clocks skip hold nothing, and hours that start in the gap start after it', () => {
  const zone = 'America/New_York';
  expect(slotsOn('2027-03-14', zone, '02:00', '03:00')).toEqual([]);
  const [first] = slotsOn('2027-03-14', zone, '02:30', '04:00');
  expect(localDateTime(first?.startsAt ?? 0, zone)).toBe('2027-03-14T03:00');
});

test('the hour that occurs twice is offered twice, an hour apart', () => {
  const slots = slotsOn('2026-11-01', 'America/New_York', '00:00', '03:00');
  const atOne = slots.filter(({ startsAt }) =>
    localDateTime(startsAt, 'America/New_York').endsWith('T01:00'),
  );
  expect(atOne).toHaveLength(2);
  expect((atOne[1]?.startsAt ?? 0) - (atOne[0]?.startsAt ?? 0)).toBe(60 * MINUTE);
});

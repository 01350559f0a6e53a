import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY, instantFromIso, isoFromInstant, MINUTE } from './instant.ts';
import { addDays, weekdayOf } from './day.ts';
import { endOfDay, instantOf, localDateTime, localParts, startOfDay } from './local.ts';
import { changeBetween, offsetAt } from './zone.ts';

const at = instantFromIso;
const utc = (date: string, time: string, zone: string) => isoFromInstant(instantOf(date, time, zone));

test('a moment is shown in each place’s calendar and clock', () => {
  const moment = at('2026-11-18T18:45:59.999Z');
  expect(localDateTime(moment, 'America/New_York')).toBe('2026-11-18T13:45');
  expect(localDateTime(moment, 'Asia/Kolkata')).toBe('2026-11-19T00:15');
  expect(localDateTime(moment, 'Australia/Lord_Howe')).toBe('2026-11-19T05:45');
  expect(localParts(moment, 'Pacific/Apia')).toEqual({ date: '2026-11-19', time: '07:45', weekday: 4 });
});

describe('a time the clocks skip is the first moment after the gap', () => {
  test.each([
    ['America/New_York', '2027-03-14', '02:30', '2027-03-14T07:00:00.000Z'],
    ['America/New_York', '2027-03-14', '02:00', '2027-03-14T07:00:00.000Z'],
    ['Europe/London', '2027-03-28', '01:59', '2027-03-28T01:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-10-04', '02:15', '2026-10-03T15:30:00.000Z'],
    ['America/Santiago', '2026-09-06', '00:30', '2026-09-06T04:00:00.000Z'],
    ['Africa/Cairo', '2026-04-24', '00:00', '2026-04-23T22:00:00.000Z'],
    ['Pacific/Apia', '2011-12-30', '12:00', '2011-12-30T10:00:00.000Z'],
  ])('%s %s %s', (zone, date, time, moment) => {
    expect(utc(date, time, zone)).toBe(moment);
  });
});

describe('a time the clocks show twice is the first of the two', () => {
  test.each([
    ['America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
    ['Europe/London', '2026-10-25', '01:00', '2026-10-25T00:00:00.000Z'],
    ['Australia/Lord_Howe', '2027-04-04', '01:45', '2027-04-03T14:45:00.000Z'],
    ['America/Havana', '2026-11-01', '00:00', '2026-11-01T04:00:00.000Z'],
  ])('%s %s %s', (zone, date, time, moment) => {
    expect(utc(date, time, zone)).toBe(moment);
  });
});

test('times before and after a change have the offset of their side', () => {
  expect(utc('2027-03-14', '01:59', 'America/New_York')).toBe('2027-03-14T06:59:00.000Z');
  expect(utc('2027-03-14', '03:00', 'America/New_York')).toBe('2027-03-14T07:00:00.000Z');
  expect(utc('2026-11-01', '00:59', 'America/New_York')).toBe('2026-11-01T04:59:00.000Z');
  expect(utc('2026-11-01', '02:00', 'America/New_York')).toBe('2026-11-01T07:00:00.000Z');
});

describe('a day is as long as its place’s clocks make it', () => {
  test.each([
    ['America/New_York', '2027-03-14', 23],
    ['America/New_York', '2026-11-01', 25],
    ['Europe/London', '2027-03-28', 23],
    ['Australia/Sydney', '2027-04-04', 25],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
    ['Australia/Lord_Howe', '2027-04-04', 24.5],
    ['America/Santiago', '2026-09-06', 23],
    ['America/Santiago', '2026-04-04', 25],
    ['Africa/Cairo', '2026-04-24', 23],
    ['America/Havana', '2026-11-01', 25],
    ['Asia/Kolkata', '2027-03-28', 24],
    ['Pacific/Apia', '2011-12-30', 0],
  ])('%s %s has %d hours', (zone, date, hours) => {
    const length = endOfDay(date, zone) + 1 - startOfDay(date, zone);
    expect(length / (60 * MINUTE)).toBe(hours);
  });

  test('if midnight is skipped, the day starts at one', () => {
    expect(localDateTime(startOfDay('2026-09-06', 'America/Santiago'), 'America/Santiago')).toBe(
      '2026-09-06T01:00',
    );
  });
});

test('24:00 is the start of the next day', () => {
  const zone = 'Europe/London';
  expect(instantOf('2026-10-24', '24:00', zone)).toBe(startOfDay('2026-10-25', zone));
});

test('days are added by the calendar, across months, leap days and years', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
});

test('weekdays run from Monday to Sunday, even before 1970', () => {
  expect(weekdayOf('2026-11-16')).toBe(1);
  expect(weekdayOf('2026-11-22')).toBe(7);
  expect(weekdayOf('1969-12-28')).toBe(7);
  expect(weekdayOf('1969-07-20')).toBe(7);
});

const zones = [
  'America/New_York',
  'Europe/London',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'America/Santiago',
  'Africa/Cairo',
  'Africa/Casablanca',
  'America/Havana',
  'Pacific/Apia',
  'Pacific/Chatham',
  'America/St_Johns',
];
const anyMinute = fc.integer({
  min: at('1990-01-01T00:00:00Z') / MINUTE,
  max: at('2060-01-01T00:00:00Z') / MINUTE,
});

const daysOfTheTwenties = Array.from({ length: 3_650 }, (_, day) => at('2020-01-01T00:00:00Z') + day * DAY);
const changes = zones.flatMap((zone) =>
  daysOfTheTwenties
    .filter((day) => offsetAt(day, zone) !== offsetAt(day + DAY, zone))
    .map((day) => ({ zone, minute: changeBetween(day, day + DAY, zone) / MINUTE })),
);
const nearChange = fc
  .tuple(fc.constantFrom(...changes), fc.integer({ min: -180, max: 180 }))
  .map(([{ zone, minute }, distance]) => ({ zone, minute: minute + distance }));

// Half of the examples are within three hours of a clock change, where bugs hide.
const moments = fc.oneof(fc.record({ zone: fc.constantFrom(...zones), minute: anyMinute }), nearChange);

test('a local time leads back to its moment, or to the earlier one with the same time', () => {
  fc.assert(
    fc.property(moments, ({ minute, zone }) => {
      const moment = minute * MINUTE;
      const { date, time } = localParts(moment, zone);
      const found = instantOf(date, time, zone);
      expect(localDateTime(found, zone)).toBe(localDateTime(moment, zone));
      const isRepeated = offsetAt(found, zone) > offsetAt(moment, zone);
      if (isRepeated) expect(found).toBeLessThan(moment);
      else expect(found).toBe(moment);
    }),
    { numRuns: 1_000 },
  );
});

test('offsets agree with what Intl shows for the same moment', () => {
  fc.assert(
    fc.property(moments, ({ minute, zone }) => {
      const shown = new Intl.DateTimeFormat('sv-SE', {
        timeZone: zone,
        dateStyle: 'short',
        timeStyle: 'short',
      });
      expect(localDateTime(minute * MINUTE, zone)).toBe(shown.format(minute * MINUTE).replace(' ', 'T'));
    }),
    { numRuns: 500 },
  );
});

test('a place’s days follow each other without a gap or overlap', () => {
  fc.assert(
    fc.property(moments, ({ minute, zone }) => {
      const { date } = localParts(minute * MINUTE, zone);
      expect(startOfDay(addDays(date, 1), zone)).toBe(endOfDay(date, zone) + 1);
      expect(startOfDay(date, zone)).toBeLessThanOrEqual(minute * MINUTE);
      expect(minute * MINUTE - startOfDay(date, zone)).toBeLessThan(2 * DAY);
    }),
  );
});

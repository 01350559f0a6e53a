import { describe, expect, test } from 'vitest';
import { instantFromIso, MINUTE } from './instant.ts';
import { zoneName } from './zone-name.ts';
import { changeBetween, isTimeZone, offsetAt } from './zone.ts';

const at = instantFromIso;

describe('a zone is a place with an IANA name', () => {
  test.each(['America/New_York', 'Asia/Kolkata', 'Asia/Calcutta', 'Australia/Lord_Howe', 'UTC'])(
    '%s is one',
    (name) => {
      expect(isTimeZone(name)).toBe(true);
    },
  );

  test.each(['', ' ', 'Mars/Olympus', '+05:30', 'Europe/London; drop table', 'x'.repeat(10_000)])(
    '%j is none',
    (name) => {
      expect(isTimeZone(name)).toBe(false);
    },
  );
});

test.each([
  ['America/New_York', '2026-11-01T05:59:59.999Z', -240],
  ['America/New_York', '2026-11-01T06:00:00.000Z', -300],
  ['Europe/London', '2027-03-28T00:59:59.999Z', 0],
  ['Europe/London', '2027-03-28T01:00:00.000Z', 60],
  ['Australia/Lord_Howe', '2026-10-03T15:29:59.999Z', 630],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00.000Z', 660],
  ['Asia/Kolkata', '2026-07-01T00:00:00.000Z', 330],
  ['Asia/Kathmandu', '2026-07-01T00:00:00.000Z', 345],
  ['America/Santiago', '2026-09-06T03:59:59.999Z', -240],
  ['America/Santiago', '2026-09-06T04:00:00.000Z', -180],
  ['Pacific/Apia', '2011-12-30T09:59:59.999Z', -600],
  ['Pacific/Apia', '2011-12-30T10:00:00.000Z', 840],
  ['UTC', '2026-07-01T00:00:00.000Z', 0],
])('%s at %s is %i minutes from UTC', (zone, moment, minutes) => {
  expect(offsetAt(at(moment), zone)).toBe(minutes * MINUTE);
});

test('a clock change is found to the millisecond', () => {
  const change = changeBetween(at('2027-03-14T00:00:00Z'), at('2027-03-15T00:00:00Z'), 'America/New_York');
  expect(change).toBe(at('2027-03-14T07:00:00Z'));
});

test.each([
  ['America/New_York', '2026-07-01T12:00:00Z', 'Eastern Time'],
  ['America/New_York', '2026-12-01T12:00:00Z', 'Eastern Time'],
  ['America/Los_Angeles', '2026-12-01T12:00:00Z', 'Pacific Time'],
  ['Europe/London', '2026-07-01T12:00:00Z', 'United Kingdom Time'],
  ['Asia/Kolkata', '2026-12-01T12:00:00Z', 'India Standard Time'],
])('%s at %s is what people call %s', (zone, moment, name) => {
  expect(zoneName(zone, at(moment))).toBe(name);
});

test.each([
  ['America/New_York', '2026-11-01T04:59:00Z', 'Eastern Time'],
  ['America/New_York', '2026-11-01T05:00:00Z', 'Eastern Daylight Time'],
  ['America/New_York', '2026-11-01T05:59:00Z', 'Eastern Daylight Time'],
  ['America/New_York', '2026-11-01T06:00:00Z', 'Eastern Standard Time'],
  ['America/New_York', '2026-11-01T07:00:00Z', 'Eastern Time'],
  ['America/New_York', '2027-03-14T07:00:00Z', 'Eastern Time'],
  ['Australia/Lord_Howe', '2027-04-03T14:45:00Z', 'Lord Howe Daylight Time'],
  ['Australia/Lord_Howe', '2027-04-03T15:15:00Z', 'Lord Howe Standard Time'],
])('the name distinguishes the two hours that clocks show twice: %s at %s', (zone, moment, name) => {
  expect(zoneName(zone, at(moment))).toBe(name);
});

test('no zone known to browsers is shown by its database name', () => {
  for (const zone of Intl.supportedValuesOf('timeZone'))
    expect(zoneName(zone, at('2026-12-01T12:00:00Z'))).not.toMatch(/\/|_|^$/);
});

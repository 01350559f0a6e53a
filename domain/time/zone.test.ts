import { describe, expect, test } from 'vitest';
import { instantFromIso, MINUTE } from './instant.ts';
import { changeBetween, isTimeZone, offsetAt, zoneName } from './zone.ts';

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

test('a change of the clocks is found to the millisecond', () => {
  const change = changeBetween(at('2027-03-14T00:00:00Z'), at('2027-03-15T00:00:00Z'), 'America/New_York');
  expect(change).toBe(at('2027-03-14T07:00:00Z'));
});

test('a zone is called what people call it at that time of the year', () => {
  expect(zoneName('America/New_York', at('2026-07-01T12:00:00Z'))).toBe('Eastern Daylight Time');
  expect(zoneName('America/New_York', at('2026-12-01T12:00:00Z'))).toBe('Eastern Standard Time');
  expect(zoneName('Asia/Kolkata', at('2026-12-01T12:00:00Z'))).toBe('India Standard Time');
});

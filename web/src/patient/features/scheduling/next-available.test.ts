import { expect, test } from 'vitest';
import { DAY, instantFromIso, MINUTE, type Instant } from '@domain/time/instant.ts';
import { localDateTime } from '@domain/time/local.ts';
import { nextAvailable } from './next-available.ts';

const zone = 'Australia/Sydney';
const now = instantFromIso('2026-11-15T01:00:00Z');

function clinicWith(starts: string[]) {
  const asked: string[] = [];
  const slotsBetween = (from: Instant, until: Instant) => {
    asked.push([from, until].map((moment) => localDateTime(moment, zone)).join(' to '));
    const slots = starts
      .map(instantFromIso)
      .filter((startsAt) => startsAt >= from && startsAt < until)
      .map((startsAt) => ({ startsAt, endsAt: startsAt + 30 * MINUTE }));
    if (until - from > 32 * DAY) throw new Error('The server refuses to look that far at once.');
    return Promise.resolve(slots);
  };
  const after = (shown: string, last: string) => nextAvailable({ shown, last, now, zone, slotsBetween });
  return { asked, after };
}

test('the next day is in the patient’s own calendar', async () => {
  const { after, asked } = clinicWith(['2026-11-17T22:00:00Z', '2026-11-19T22:00:00Z']);
  expect(await after('2026-11-15', '2027-01-14')).toBe('2026-11-18');
  expect(asked).toEqual(['2026-11-16T00:00 to 2026-11-22T23:59']);
});

test('a full calendar is searched to its last day in few requests', async () => {
  const { after, asked } = clinicWith(['2027-01-13T22:00:00Z']);
  expect(await after('2026-11-15', '2027-01-14')).toBe('2027-01-14');
  expect(asked).toHaveLength(4);
  expect(asked.at(-1)).toMatch(/ to 2027-01-14T23:59$/);
});

test('at the end of the calendar it goes back to the first day with a slot', async () => {
  const { after, asked } = clinicWith(['2026-11-15T00:00:00Z', '2026-11-15T03:00:00Z']);
  expect(await after('2026-11-17', '2026-11-20')).toBe('2026-11-15');
  expect(asked.at(-1)).toBe('2026-11-15T12:00 to 2026-11-16T23:59');
});

test('if nothing is free there is no next day', async () => {
  expect(await clinicWith([]).after('2026-11-17', '2027-01-14')).toBeNull();
});

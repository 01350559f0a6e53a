import { expect, test } from 'vitest';
import { clockTime } from '@domain/time/zoned-words.ts';
import { instantFromIso, MINUTE } from '@domain/time/instant.ts';
import { partsOfDay } from './slot-times.ts';

const slot = (start: string) => {
  const startsAt = instantFromIso(start);
  return { startsAt, endsAt: startsAt + 30 * MINUTE };
};
const shownIn = (zone: string, starts: string[]) => {
  const parts = partsOfDay(starts.map(slot), { zone, clock: (at) => clockTime(at, zone) });
  return parts.map(({ name, slots }) => [name, ...slots.map(({ label }) => label)].join(' | '));
};

test('a day is divided into the parts that have slots', () => {
  const starts = ['2026-11-18T16:30:00Z', '2026-11-18T17:00:00Z', '2026-11-18T23:00:00Z'];
  expect(shownIn('America/New_York', starts)).toEqual([
    'Morning | 11:30 am',
    'Afternoon | 12:00 pm',
    'Evening | 6:00 pm',
  ]);
  expect(shownIn('Asia/Kolkata', starts.slice(0, 1))).toEqual(['Evening | 10:00 pm']);
});

test('an hour that occurs twice shows the zone’s name', () => {
  const starts = ['2026-11-01T04:30:00Z', '2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'];
  expect(shownIn('America/New_York', starts)).toEqual(['Morning | 12:30 am | 1:30 am EDT | 1:30 am EST']);
});

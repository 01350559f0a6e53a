import { expect, test } from 'vitest';
import { instantFromIso, MINUTE } from '../time/instant.ts';
import { instantOf } from '../time/local.ts';
import { atWallClock, countdown, leftInShort, leftInWords, wallClock } from './show-time.ts';
import {
  CAP_LIMIT,
  capWearing,
  dayUnderWay,
  endings,
  NOTHING_STARTED,
  sampleRest,
  type TreatmentDay,
} from './treatment-day.ts';

const ten = instantFromIso('2026-11-18T10:00:00Z');
const HOUR = 60 * MINUTE;
const day = (facts: Partial<TreatmentDay>): TreatmentDay => ({ ...NOTHING_STARTED, ...facts });

test('nothing runs before it is started', () => {
  expect(sampleRest(NOTHING_STARTED, ten)).toEqual({ state: 'not-started' });
  expect(capWearing(NOTHING_STARTED, ten)).toEqual({ state: 'not-started' });
  expect(endings(NOTHING_STARTED)).toEqual([]);
});

test('the sample rests for 30 minutes, to the millisecond', () => {
  const collected = day({ sampleCollectedAt: ten });
  expect(sampleRest(collected, ten + 29 * MINUTE)).toEqual({
    state: 'resting',
    endsAt: ten + 30 * MINUTE,
    left: MINUTE,
  });
  expect(sampleRest(collected, ten + 30 * MINUTE - 1).state).toBe('resting');
  expect(sampleRest(collected, ten + 30 * MINUTE).state).toBe('rested');
});

test('once the cap’s timer has started, the sample is done, and one collected after that is the next', () => {
  const early = day({ sampleCollectedAt: ten, capInsertedAt: ten + 20 * MINUTE });
  expect(sampleRest(early, ten + 21 * MINUTE)).toEqual({ state: 'used' });
  expect(sampleRest({ ...early, capRemovedAt: ten + HOUR }, ten + HOUR)).toEqual({ state: 'used' });
  const next = { ...early, sampleCollectedAt: ten + HOUR };
  expect(sampleRest(next, ten + HOUR).state).toBe('resting');
});

test('the cap is due at five hours, and overdue 15 minutes later unless its removal was confirmed', () => {
  const inserted = day({ capInsertedAt: ten });
  const states = [0, CAP_LIMIT - 1, CAP_LIMIT, CAP_LIMIT + 15 * MINUTE - 1, CAP_LIMIT + 15 * MINUTE].map(
    (after) => capWearing(inserted, ten + after).state,
  );
  expect(states).toEqual(['in-place', 'in-place', 'due', 'due', 'overdue']);
});

test('a removal is on time or late by when it happened, not by when the page is opened', () => {
  const removed = (after: number) =>
    capWearing(day({ capInsertedAt: ten, capRemovedAt: ten + after }), ten + 48 * HOUR);
  expect(removed(4 * HOUR)).toEqual({
    state: 'removed',
    insertedAt: ten,
    removedAt: ten + 4 * HOUR,
    late: false,
  });
  expect(removed(CAP_LIMIT + 15 * MINUTE)).toMatchObject({ late: true });
});

test('after sleeping overnight, the cap is overdue and the sample used', () => {
  const started = day({ sampleCollectedAt: ten, capInsertedAt: ten + 40 * MINUTE });
  expect(sampleRest(started, ten + 12 * HOUR).state).toBe('used');
  expect(capWearing(started, ten + 12 * HOUR).state).toBe('overdue');
});

test('a device clock that is set back promises no more than five hours', () => {
  expect(capWearing(day({ capInsertedAt: ten }), ten - 3 * HOUR)).toMatchObject({ left: CAP_LIMIT });
});

test('a reminder is for the sample until the cap is in, and for the cap until it is out', () => {
  const sample = day({ sampleCollectedAt: ten });
  const cap = { ...sample, capInsertedAt: ten + 30 * MINUTE };
  expect(endings(sample)).toEqual([{ timer: 'sample', at: ten + 30 * MINUTE }]);
  expect(endings(cap)).toEqual([{ timer: 'cap', at: ten + 5 * HOUR + 30 * MINUTE }]);
  expect(endings({ ...cap, capRemovedAt: ten + HOUR })).toEqual([]);
});

test('a sample collected after a cap went in that is out again starts the next day', () => {
  const over = day({ sampleCollectedAt: ten, capInsertedAt: ten + HOUR, capRemovedAt: ten + 5 * HOUR });
  const next = { ...over, sampleCollectedAt: ten + 24 * HOUR };
  expect(dayUnderWay(over)).toEqual(over);
  expect(dayUnderWay(next)).toEqual(day({ sampleCollectedAt: ten + 24 * HOUR }));
  expect(dayUnderWay({ ...next, capRemovedAt: null }), 'while the cap is in').toMatchObject({
    capInsertedAt: ten + HOUR,
  });
});

test.each([
  ['spring forward', '2027-03-14', '12:00 am', '6:00 am Eastern Time'],
  ['fall back', '2026-11-01', '12:00 am', '4:00 am Eastern Time'],
])('%s: five hours stay five hours, and the wall clock shows the changed time', (_, date, shown, ends) => {
  const zone = 'America/New_York';
  const inserted = instantOf(date, '00:00', zone);
  const wearing = capWearing(day({ capInsertedAt: inserted }), inserted);
  expect(wallClock(inserted, inserted, zone)).toContain(shown);
  expect(wearing).toMatchObject({ left: 5 * HOUR });
  expect(wallClock(inserted + CAP_LIMIT, inserted, zone)).toBe(ends);
});

test('an end on another day names the day', () => {
  const evening = instantOf('2026-11-18', '21:10', 'Europe/London');
  expect(wallClock(evening + CAP_LIMIT, evening, 'Europe/London')).toBe(
    'Thursday at 2:10 am United Kingdom Time',
  );
  const shown = [evening, evening + CAP_LIMIT].map((at) => atWallClock(at, evening, 'Europe/London'));
  expect(shown).toEqual(['at 9:10 pm United Kingdom Time', 'on Thursday at 2:10 am United Kingdom Time']);
});

test('a countdown never shows zero while time is left', () => {
  expect([5 * HOUR, HOUR - 1, 5 * MINUTE + 500, 400, 0].map(countdown)).toEqual([
    '5:00:00',
    '1:00:00',
    '5:01',
    '0:01',
    '0:00',
  ]);
});

test('the time left in words', () => {
  expect([5 * HOUR, HOUR + 20 * MINUTE, MINUTE, 10_000].map(leftInWords)).toEqual([
    '5 hours',
    '1 hour 20 minutes',
    '1 minute',
    'less than a minute',
  ]);
  expect([5 * HOUR, HOUR + 20 * MINUTE, MINUTE, 10_000].map(leftInShort)).toEqual([
    '5 hr',
    '1 hr 20 min',
    '1 min',
    '1 min',
  ]);
});

import { expect, test } from 'vitest';
import { instantFromIso, MINUTE } from '../time/instant.ts';
import type { TreatmentDayAction, TreatmentDayEvent } from './events.ts';
import { answersFromTimers, timedUseOn } from './timed-use.ts';

const ZONE = 'America/New_York';
const DAY = '2026-11-17';
const START = instantFromIso('2026-11-17T14:00:00Z');
const HOUR = 60 * MINUTE;

const event = (action: TreatmentDayAction, at: number, reportedAt = at): TreatmentDayEvent => ({
  action,
  at,
  reportedAt,
});
const use = (sample: number, wear: number) => [
  event('sample', START - sample),
  event('cap-in', START),
  event('cap-out', START + wear),
];

test.each([
  [20 * MINUTE, 45 * MINUTE, 'Less than 30 minutes', 'Less than 1 hour'],
  [31 * MINUTE, 3.5 * HOUR, '30 minutes', '3 to 4 hours'],
  [50 * MINUTE, 5 * HOUR, 'More than 30 minutes', '4 to 5 hours'],
  [50 * MINUTE, 5 * HOUR + 1, 'More than 30 minutes', 'More than 5 hours'],
])(
  'a sample %i ms before the cap, which was in for %i ms, answers both questions',
  (sample, wear, rest, worn) => {
    const timed = timedUseOn(use(sample, wear), DAY, ZONE)!;
    expect(answersFromTimers(timed)).toEqual({ collectionToInsertion: rest, capWear: worn });
  },
);

test('timers that were cleared after the cap came out still answer', () => {
  const cleared = START + 6 * HOUR;
  const events = [...use(30 * MINUTE, 4 * HOUR), event('cap-reset', cleared), event('sample-reset', cleared)];
  expect(timedUseOn(events, DAY, ZONE)).toEqual({
    collectedAt: START - 30 * MINUTE,
    insertedAt: START,
    removedAt: START + 4 * HOUR,
  });
});

test('a timer started by mistake answers nothing', () => {
  const events = [event('cap-in', START), event('cap-reset', START + MINUTE)];
  expect(timedUseOn(events, DAY, ZONE)).toBeNull();
  const again = [...events, event('cap-in', START - HOUR, START + 2 * MINUTE)];
  expect(timedUseOn(again, DAY, ZONE)).toMatchObject({ insertedAt: START - HOUR, removedAt: null });
});

test('each day has its own applicator, and a day without one has none', () => {
  const next = use(30 * MINUTE, 2 * HOUR).map(({ action, at }) => event(action, at + 24 * HOUR));
  const events = [...use(30 * MINUTE, 4 * HOUR), ...next];
  expect(timedUseOn(events, DAY, ZONE)?.removedAt).toBe(START + 4 * HOUR);
  expect(timedUseOn(events, '2026-11-18', ZONE)?.removedAt).toBe(START + 26 * HOUR);
  expect(timedUseOn(events, '2026-11-16', ZONE)).toBeNull();
});

test('a cap that is still in leaves its question open', () => {
  const timed = timedUseOn([event('cap-in', START)], DAY, ZONE)!;
  expect(answersFromTimers(timed)).toEqual({});
});

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MINUTE } from '../time/instant.ts';
import {
  startsTimer,
  timedCaps,
  treatmentDayOf,
  TREATMENT_DAY_ACTIONS,
  type TimedCap,
  type TreatmentDayEvent,
} from './events.ts';
import { phoneActs } from './testing.ts';
import { CAP_LIMIT, NOTHING_STARTED, SAMPLE_REST, type TreatmentDay } from './treatment-day.ts';

const reported = (text: string): TreatmentDayEvent[] =>
  text
    .split(', ')
    .filter(Boolean)
    .map((one) => one.split(' '))
    .map(([action, at, , reportedAt = at]) => ({
      action: action as TreatmentDayEvent['action'],
      at: Number(at),
      reportedAt: Number(reportedAt),
    }));

test.each<[string, Partial<TreatmentDay>]>([
  ['', {}],
  ['sample 1', { sampleCollectedAt: 1 }],
  ['sample 1, cap-in 3', { sampleCollectedAt: 1, capInsertedAt: 3 }],
  ['cap-out 9, cap-in 3', { capInsertedAt: 3, capRemovedAt: 9 }],
  ['cap-in 3, cap-out 5, cap-in 9', { capInsertedAt: 9 }],
  ['cap-out 9', { capRemovedAt: 9 }],
  ['sample 1, cap-in 3, cap-out 5, sample 9', { sampleCollectedAt: 9 }],
  ['sample 1, cap-in 3, sample 9', { sampleCollectedAt: 9, capInsertedAt: 3 }],
  ['sample 5, sample 1', { sampleCollectedAt: 1 }],
  ['cap-in 5, cap-in 3', { capInsertedAt: 3 }],
  ['cap-in 3, cap-out 9, cap-out 7', { capInsertedAt: 3, capRemovedAt: 7 }],
  ['sample 1, sample-reset 2', {}],
  ['sample 1, sample-reset 2, sample 4', { sampleCollectedAt: 4 }],
  ['cap-in 3, cap-reset 4, cap-in 9', { capInsertedAt: 9 }],
  ['sample 1, cap-in 3, cap-out 5, cap-reset 6, sample-reset 6', {}],
  ['cap-in 5, cap-reset 6, cap-in 3 reported 7', { capInsertedAt: 3 }],
  ['sample 5, sample-reset 6, sample 3 reported 7', { sampleCollectedAt: 3 }],
  ['cap-in 5, cap-reset 6, cap-in 3 reported 7, cap-out 9', { capInsertedAt: 3, capRemovedAt: 9 }],
  ['cap-in 5, cap-out 6, cap-reset 7, cap-in 3 reported 8', { capInsertedAt: 3 }],
  ['cap-in 5, cap-reset 6, cap-in 3 reported 7, cap-reset 8', {}],
  ['sample 1, cap-in 5, cap-reset 6', { sampleCollectedAt: 1 }],
  ['cap-in 3, cap-out 5, cap-undo 6', {}],
  ['cap-in 3, cap-out 5, cap-undo 6, cap-in 9', { capInsertedAt: 9 }],
  // Both timers started late, and then the cap's actual time: the sample was used with it.
  ['sample 5, cap-in 6, cap-in 3 reported 7', { sampleCollectedAt: 3, capInsertedAt: 3 }],
  [
    'sample 5, cap-in 6, cap-in 3 reported 7, cap-out 9',
    { sampleCollectedAt: 3, capInsertedAt: 3, capRemovedAt: 9 },
  ],
  ['sample 5, cap-in 3 reported 6, cap-out 9', { sampleCollectedAt: 3, capInsertedAt: 3, capRemovedAt: 9 }],
  ['cap-in 3, sample 5, cap-out 9', { sampleCollectedAt: 3, capInsertedAt: 3, capRemovedAt: 9 }],
  // A morning's cap with yesterday afternoon's time: a mistake, visible until it is corrected.
  ['cap-in 10, cap-out 14, sample 900, cap-in 13 reported 930', { sampleCollectedAt: 13, capInsertedAt: 13 }],
  ['cap-in 10, cap-out 14, cap-in 940, cap-in 13 reported 950', { capInsertedAt: 13 }],
  // A phone that has not heard of the removal corrects the time of a cap that is out.
  ['cap-in 5, cap-out 9, cap-in 3 reported 10', { capInsertedAt: 3, capRemovedAt: 9 }],
  ['cap-in 5, cap-in 3 reported 6, cap-out 9, cap-reset 10, cap-in 4 reported 11', { capInsertedAt: 4 }],
])('%s', (text, day) => {
  expect(treatmentDayOf(reported(text))).toEqual({ ...NOTHING_STARTED, ...day });
});

test('two devices with the same events show the same, in whatever order they arrived', () => {
  const event = fc.record({
    action: fc.constantFrom(...TREATMENT_DAY_ACTIONS),
    at: fc.nat(50),
    reportedAt: fc.nat(50),
  });
  fc.assert(
    fc.property(fc.array(event), (events) => {
      expect(treatmentDayOf(events.toReversed().concat(events))).toEqual(treatmentDayOf(events));
    }),
  );
});

test('a cap entered after a reset counts, whatever time it went in', () => {
  const moment = fc.nat(CAP_LIMIT - 1);
  fc.assert(
    fc.property(moment, moment, (mistaken, real) => {
      const reset: TreatmentDayEvent = { action: 'cap-reset', at: CAP_LIMIT, reportedAt: CAP_LIMIT };
      const events: TreatmentDayEvent[] = [
        { action: 'cap-in', at: mistaken, reportedAt: mistaken },
        reset,
        { action: 'cap-in', at: real, reportedAt: CAP_LIMIT + 1 },
      ];
      expect(treatmentDayOf(events).capInsertedAt).toBe(real);
    }),
  );
});

test('a second start is the same sample while it rests and the same cap for five hours; later it is the next one', () => {
  const sample = (at: number): TreatmentDayEvent => ({ action: 'sample', at, reportedAt: at });
  const capIn = (at: number): TreatmentDayEvent => ({ action: 'cap-in', at, reportedAt: at });
  expect(treatmentDayOf([sample(0), sample(SAMPLE_REST - 1)]).sampleCollectedAt).toBe(0);
  expect(treatmentDayOf([sample(0), sample(SAMPLE_REST)]).sampleCollectedAt).toBe(SAMPLE_REST);
  expect(treatmentDayOf([capIn(0), capIn(CAP_LIMIT - 1)]).capInsertedAt).toBe(0);
  expect(treatmentDayOf([capIn(0), capIn(CAP_LIMIT)]).capInsertedAt).toBe(CAP_LIMIT);
});

test('a cap’s time can be corrected by more than its five hours', () => {
  const events: TreatmentDayEvent[] = [
    { action: 'cap-in', at: 2 * CAP_LIMIT, reportedAt: 2 * CAP_LIMIT },
    { action: 'cap-in', at: 10, reportedAt: 2 * CAP_LIMIT + 1 },
  ];
  expect(treatmentDayOf(events).capInsertedAt).toBe(10);
});

test('the next day’s sample stays when yesterday’s cap is reported or removed after it', () => {
  const [collected, day] = [24 * 60 * MINUTE, 24 * 60 * MINUTE];
  const sample: TreatmentDayEvent = { action: 'sample', at: collected, reportedAt: collected };
  const capOut: TreatmentDayEvent = { action: 'cap-out', at: day + 2, reportedAt: day + 2 };
  for (const reportedAt of [3, day + 1]) {
    const capIn: TreatmentDayEvent = { action: 'cap-in', at: 3, reportedAt };
    expect(treatmentDayOf([sample, capIn, capOut])).toEqual({
      ...NOTHING_STARTED,
      sampleCollectedAt: collected,
    });
  }
});

test('however many devices start the cap’s timer, none of them extends it', () => {
  const started = fc.array(fc.nat(CAP_LIMIT - 1), { minLength: 1 });
  fc.assert(
    fc.property(started, (moments) => {
      const day = treatmentDayOf(moments.map((at) => ({ action: 'cap-in', at, reportedAt: at })));
      expect(day.capInsertedAt).toBe(Math.min(...moments));
    }),
  );
});

test('a sample collected half an hour ago has rested, so no timer starts', () => {
  expect(startsTimer(100, 100 + SAMPLE_REST - 1)).toBe(true);
  expect(startsTimer(100, 100 + SAMPLE_REST)).toBe(false);
});

test('entries on the page show right away, and every cap that was not reset or corrected stays known', () => {
  fc.assert(
    fc.property(phoneActs(1_000 * CAP_LIMIT), (acts) => {
      const caps: number[] = [];
      for (const [place, { event, before, after }] of acts.entries()) {
        const wasIn = before.capInsertedAt !== null && before.capRemovedAt === null;
        if (wasIn && (event.action === 'cap-in' || event.action === 'cap-reset')) caps.pop();
        if (event.action === 'cap-undo') caps.pop();
        if (event.action === 'cap-in') caps.push(event.at);
        const known = timedCaps(acts.slice(0, place + 1).map((act) => act.event));
        expect(known.map(({ start }) => start.at)).toEqual(caps);
        expect(momentOf(event.action, after, known)).toBe(/reset|undo/.test(event.action) ? null : event.at);
      }
    }),
  );
});

/**
 * What the page says about it. A removal is shown even if the next applicator's sample has started a new
 * day.
 */
function momentOf(
  action: TreatmentDayEvent['action'],
  day: TreatmentDay,
  caps: TimedCap<TreatmentDayEvent>[],
): number | null {
  if (action === 'cap-out') return caps.at(-1)!.removedAt;
  return action.startsWith('sample') ? day.sampleCollectedAt : day.capInsertedAt;
}

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { startsTimer, treatmentDayOf, TREATMENT_DAY_ACTIONS, type TreatmentDayEvent } from './events.ts';
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
])('%s', (text, day) => {
  expect(treatmentDayOf(reported(text))).toEqual({ ...NOTHING_STARTED, ...day });
});

test('two devices that know the same show the same, in whatever order it arrived', () => {
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

test('however many devices start the cap’s timer, none of them lengthens it', () => {
  const started = fc.array(fc.nat(CAP_LIMIT - 1), { minLength: 1 });
  fc.assert(
    fc.property(started, (moments) => {
      const day = treatmentDayOf(moments.map((at) => ({ action: 'cap-in', at, reportedAt: at })));
      expect(day.capInsertedAt).toBe(Math.min(...moments));
    }),
  );
});

test('a sample of half an hour ago has rested, so nothing starts', () => {
  expect(startsTimer(100, 100 + SAMPLE_REST - 1)).toBe(true);
  expect(startsTimer(100, 100 + SAMPLE_REST)).toBe(false);
});

import { expect, test } from 'vitest';
import { CARE_STATES } from '../care-state/facts.ts';
import { afterTest, type AfterTest } from './after-test.ts';
import type { CycleFacts } from './facts.ts';
import { factsWith, on, period, periodsAfter, tested } from './testing.ts';

const REGULAR = { periods: periodsAfter(28, 29, 27) };
const regular = (some: Partial<CycleFacts> = {}) => factsWith({ ...REGULAR, ...some });
const peaks = (...days: number[]) => ({ results: days.map((day) => tested(day, 'peak')) });

test.each<[string, CycleFacts, ReturnType<typeof tested>, number, AfterTest]>([
  ['a first peak', regular(), tested(14, 'peak'), 14, { kind: 'first-day' }],
  ['a first peak of which nothing else is known', factsWith({}), tested(3, 'peak'), 3, { kind: 'first-day' }],
  ['the same peak told twice', regular(peaks(14)), tested(14, 'peak'), 14, { kind: 'first-day' }],
  [
    'a peak on the next day too',
    regular({ ...peaks(14), applicatorsUsedOn: [on(14)] }),
    tested(15, 'peak'),
    15,
    { kind: 'second-day', isFirstUnknown: false },
  ],
  [
    'yesterday’s peak, told today',
    regular(),
    tested(14, 'peak'),
    15,
    { kind: 'second-day', isFirstUnknown: true },
  ],
  [
    'a peak logged after the applicator',
    regular({ applicatorsUsedOn: [on(14)] }),
    tested(14, 'peak'),
    14,
    { kind: 'used-today' },
  ],
  ['a peak of three days ago', regular(), tested(12, 'peak'), 15, { kind: 'passed' }],
  ['a third day of the same surge', regular(peaks(13, 14)), tested(15, 'peak'), 15, { kind: 'passed' }],
  ['a peak three days after the first', regular(peaks(14)), tested(17, 'peak'), 17, { kind: 'second-surge' }],
  [
    'a peak of today, and one of before treatment resumed',
    { ...regular(), results: [{ ...tested(14, 'peak'), atRest: true }] },
    tested(15, 'peak'),
    15,
    { kind: 'peak-at-rest' },
  ],
  ['a peak on day 40 of regular cycles', regular(), tested(40, 'peak'), 40, { kind: 'late-peak' }],
  ['a high before any peak', regular(), tested(12, 'high'), 12, { kind: 'plain' }],
  [
    'a high the day after a peak',
    regular(peaks(14)),
    tested(15, 'high'),
    15,
    { kind: 'after-peak', peakOn: on(14) },
  ],
  [
    'a high later on the day of the peak',
    regular(peaks(14)),
    tested(14, 'high'),
    14,
    { kind: 'after-peak', peakOn: on(14) },
  ],
  [
    'a negative two days after a peak',
    regular(peaks(14)),
    tested(16, 'low'),
    16,
    { kind: 'after-peak', peakOn: on(14) },
  ],
  [
    'a high told today, of the day before the peak',
    regular(peaks(14)),
    tested(13, 'high'),
    14,
    { kind: 'plain' },
  ],
  [
    'a high in the cycle after',
    regular({ periods: [...REGULAR.periods, period(29)], ...peaks(14) }),
    tested(41, 'high'),
    41,
    { kind: 'plain' },
  ],
  [
    'a negative before the day to test from',
    regular(),
    tested(6, 'low'),
    6,
    { kind: 'early', testFrom: on(10) },
  ],
  ['a negative of then, told later', regular(), tested(6, 'low'), 11, { kind: 'early', testFrom: on(10) }],
  ['a negative on that day', regular(), tested(10, 'low'), 10, { kind: 'plain' }],
  ['a high before that day', regular(), tested(6, 'high'), 6, { kind: 'plain' }],
  [
    'an early negative where no date may be shown',
    factsWith({ periods: periodsAfter(26, 38, 29) }),
    tested(4, 'low'),
    4,
    { kind: 'early', testFrom: null },
  ],
  ['a negative where nothing is known', factsWith({}), tested(3, 'low'), 3, { kind: 'plain' }],
  ['an invalid test', regular(peaks(14)), tested(15, 'invalid'), 15, { kind: 'plain' }],
])('%s', (_, facts, logged, day, kind) => {
  expect(afterTest(facts, logged, on(day))).toEqual(kind);
});

test.each(CARE_STATES.filter((state) => state !== 'treatment'))('%s: nothing is asked', (careState) => {
  expect(afterTest(regular({ careState }), tested(14, 'peak'), on(14))).toEqual({ kind: 'at-rest' });
});

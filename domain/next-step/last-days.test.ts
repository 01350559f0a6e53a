import { expect, test } from 'vitest';
import { bleedingOf, earlyUnclearIn, lastDaysIn } from './last-days.ts';

const pregnancy = (takenOn: string, result: string, cycle: number) => ({
  type: 'PREGNANCY',
  result,
  cycle,
  takenOn,
});
const ovulation = (takenOn: string) => ({ type: 'ovulation', result: 'Invalid', cycle: null, takenOn });

test('a patient who logged nothing has no last days', () => {
  expect(lastDaysIn({ results: [], periods: [] }, 1)).toEqual({
    lastNegativeOn: null,
    lastOvulationTestOn: null,
    lastPeriodOn: null,
  });
});

test('the last negative is from this treatment cycle, whatever was logged after it', () => {
  const results = [
    pregnancy('2026-10-01', 'negative', 2),
    pregnancy('2026-11-02', 'negative', 1),
    pregnancy('2026-11-03', 'positive', 2),
  ];
  expect(lastDaysIn({ results, periods: [] }, 2).lastNegativeOn).toBe('2026-10-01');
  expect(lastDaysIn({ results, periods: [] }, 1).lastNegativeOn).toBe('2026-11-02');
  expect(lastDaysIn({ results, periods: [] }, 3).lastNegativeOn).toBeNull();
});

test('the order in which tests and periods arrive does not matter, and bleeding with a loss is not a period', () => {
  const results = [ovulation('2026-11-12'), ovulation('2026-11-14'), ovulation('2026-11-13')];
  const periods = [
    { kind: 'period', day: '2026-11-01' },
    { kind: 'bleed-with-loss', day: '2026-11-10' },
    { kind: 'period', day: '2026-10-04' },
  ];
  expect(lastDaysIn({ results, periods }, 1)).toEqual({
    lastNegativeOn: null,
    lastOvulationTestOn: '2026-11-14',
    lastPeriodOn: '2026-11-01',
  });
});

test.each<
  [string, Parameters<typeof bleedingOf>[0], 'positive' | 'negative' | null, 'bleeding' | 'loss' | null]
>([
  ['a period of someone who is not pregnant', [{ kind: 'period', day: '2026-11-17' }], 'negative', null],
  ['bleeding after a positive test', [{ kind: 'period', day: '2026-11-17' }], 'positive', 'bleeding'],
  ['bleeding of more than a week ago', [{ kind: 'unsure', day: '2026-11-11' }], 'positive', null],
  ['bleeding before the positive test', [{ kind: 'period', day: '2026-11-12' }], 'positive', null],
  [
    'bleeding with a loss that no one reported',
    [{ kind: 'bleed-with-loss', day: '2026-11-17' }],
    null,
    'loss',
  ],
  [
    'a period after bleeding with a loss that was logged by mistake',
    [
      { kind: 'period', day: '2026-11-17' },
      { kind: 'bleed-with-loss', day: '2026-11-15' },
    ],
    null,
    null,
  ],
])('Home says what Today says of %s', (_, periods, result, is) => {
  const results = result ? [{ id: 'test', result, takenOn: '2026-11-14', receivedAt: 1, cycle: 1 }] : [];
  const careState = result === 'positive' ? 'pregnant' : 'treatment';
  expect(bleedingOf(periods, { care: { results, events: [] }, careState }, '2026-11-18')).toBe(is);
});

const UNCLEAR = { type: 'PREGNANCY', takenOn: '2026-11-19' };

test.each([
  ['2 days after the applicator', ['2026-11-17'], [], { from: '2026-12-08' }],
  ['three weeks after it', ['2026-10-29'], [], null],
  ['after a period', ['2026-11-05'], [{ kind: 'period', day: '2026-11-18' }], null],
  ['without an applicator', [], [], null],
])('a test that is hard to read, %s, is early: %o', (_, usedOn, periods, early) => {
  expect(earlyUnclearIn({ results: [UNCLEAR], periods, usedOn }, { dates: {} })).toEqual(early);
});

test('where no dates are shown, an early test that is hard to read names none', () => {
  const facts = { results: [UNCLEAR], periods: [], usedOn: ['2026-11-17'] };
  expect(earlyUnclearIn(facts, { dates: null })).toEqual({ from: null });
});

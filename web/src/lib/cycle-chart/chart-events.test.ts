import { expect, test } from 'vitest';
import { chartEvents, markWords, type ChartFacts } from './chart-events.ts';

const facts: ChartFacts = {
  results: [
    { type: 'ovulation', result: 'Peak (Positive LH Surge)', takenOn: '2026-11-01' },
    { type: 'PREGNANCY', result: 'negative', takenOn: '2026-11-01' },
  ],
  periods: [{ day: '2026-10-19', kind: 'period' }],
  applicatorsUsedOn: ['2026-11-01'],
  applicators: [
    { day: '2026-11-01', state: 'used' },
    { day: '2026-11-02', state: 'ahead' },
  ],
  hidePregnancy: false,
};

test('everything is on the patient’s local day, wherever the device is now', () => {
  expect(chartEvents(facts).map(({ kind, on }) => [kind, on])).toEqual([
    ['period', '2026-10-19'],
    ['ovulation', '2026-11-01'],
    ['pregnancy', '2026-11-01'],
    ['applicator', '2026-11-01'],
    ['applicator-day', '2026-11-02'],
  ]);
});

test('the switch hides pregnancy tests, and everything else stays', () => {
  const kinds = chartEvents({ ...facts, hidePregnancy: true }).map(({ kind }) => kind);
  expect(kinds).toEqual(['period', 'ovulation', 'applicator', 'applicator-day']);
});

test('each mark has its words', () => {
  const words = chartEvents(facts).map((event) => markWords({ ...event, day: 1 }));
  expect(words).toEqual([
    'First day of your period',
    'Peak LH',
    'Pregnancy test, negative',
    'Applicator used',
    'Applicator day',
  ]);
});

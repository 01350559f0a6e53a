import { expect, test } from 'vitest';
import type { OutcomeEvent } from '../care-state/facts.ts';
import { factsOf, type CycleRows } from './facts-from-rows.ts';

const NOTHING: CycleRows = {
  periods: [],
  results: [],
  applicatorsUsedOn: [],
  bodySince: null,
  events: [],
  statedLength: null,
  careState: 'treatment',
};

const event = (kind: OutcomeEvent['kind'], day: string, more: Partial<OutcomeEvent> = {}): OutcomeEvent => ({
  id: `${kind} ${day}`,
  kind,
  day,
  receivedAt: 0,
  cycle: 1,
  until: null,
  resolvedTo: null,
  byTeam: false,
  ...more,
});

test('ovulation tests count by their level and day, and pregnancy tests do not', () => {
  const { results } = factsOf({
    ...NOTHING,
    results: [
      { type: 'ovulation', result: 'Peak (Positive LH Surge)', takenOn: '2026-11-14' },
      { type: 'ovulation', result: 'Invalid', takenOn: '2026-11-13' },
      { type: 'PREGNANCY', result: 'negative', takenOn: '2026-11-12' },
    ],
  });
  expect(results).toEqual([
    { takenOn: '2026-11-14', level: 'peak' },
    { takenOn: '2026-11-13', level: 'invalid' },
  ]);
});

test('what was measured or used before somebody else uses the applicator says nothing about them', () => {
  const peak = { type: 'ovulation', result: 'Peak (Positive LH Surge)' } as const;
  const reported = {
    ...NOTHING,
    bodySince: '2026-11-13',
    results: [
      { ...peak, takenOn: '2026-11-12' },
      { ...peak, takenOn: '2026-11-13' },
    ],
    applicatorsUsedOn: ['2026-11-12', '2026-11-13'],
  };
  expect(factsOf(reported)).toMatchObject({
    results: [{ takenOn: '2026-11-13', level: 'peak' }],
    applicatorsUsedOn: ['2026-11-13'],
  });
});

test('a pause lasts from its first day until treatment goes on, in whatever order it was told', () => {
  const events = [
    event('resume', '2026-10-20'),
    event('pause', '2026-10-05', { until: '2026-10-15' }),
    event('pause', '2026-10-12', { until: '2026-10-30' }),
    event('stop', '2026-11-01'),
  ];
  expect(factsOf({ ...NOTHING, events }).pauses).toEqual([
    { from: '2026-10-05', until: '2026-10-20' },
    { from: '2026-11-01', until: null },
  ]);
});

test('a loss counts, also one that the care team found out', () => {
  const events = [
    event('loss', '2026-09-01'),
    event('resolve', '2026-10-01', { resolvedTo: 'after-loss' }),
    event('resolve', '2026-10-02', { resolvedTo: 'treatment' }),
  ];
  expect(factsOf({ ...NOTHING, events }).losses).toEqual(['2026-09-01', '2026-10-01']);
});

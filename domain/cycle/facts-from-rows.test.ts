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

test('ovulation tests count by level and day; pregnancy tests do not count', () => {
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

test('data from before the applicator changed hands does not count for the new person', () => {
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

test.each([
  ['a day of the pause', '2026-11-13', undefined, true],
  ['the day before it', '2026-11-11', undefined, false],
  ['its first day, before it began', '2026-11-12', 9, false],
  ['its first day, after it began', '2026-11-12', 11, true],
  ['the day of the resumption, before it', '2026-11-14', 19, true],
  ['the day of the resumption, after it', '2026-11-14', 21, false],
  ['the day of the resumption, at an unknown moment', '2026-11-14', undefined, false],
])('a peak of %s', (_, takenOn, loggedAt, atRest) => {
  for (const [begins, ends] of [
    [event('pause', '2026-11-12'), event('resume', '2026-11-14')],
    [event('loss', '2026-11-12'), event('resume', '2026-11-14')],
    [event('loss', '2026-11-12'), event('resolve', '2026-11-14', { resolvedTo: 'treatment' })],
  ] as const) {
    const { results } = factsOf({
      ...NOTHING,
      events: [
        { ...begins, receivedAt: 10 },
        { ...ends, receivedAt: 20 },
      ],
      results: [
        {
          type: 'ovulation',
          result: 'Peak (Positive LH Surge)',
          takenOn,
          ...(loggedAt !== undefined && { loggedAt }),
        },
      ],
    });
    expect(results[0]?.atRest ?? false).toBe(atRest);
  }
});

test('a pause lasts from its first day until treatment resumes, in whatever order it was reported', () => {
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

test('a loss counts, including one the care team found out about', () => {
  const events = [
    event('loss', '2026-09-01'),
    event('resolve', '2026-10-01', { resolvedTo: 'after-loss' }),
    event('resolve', '2026-10-02', { resolvedTo: 'treatment' }),
  ];
  expect(factsOf({ ...NOTHING, events }).losses).toEqual(['2026-09-01', '2026-10-01']);
});

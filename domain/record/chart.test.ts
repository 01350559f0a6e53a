import { expect, test } from 'vitest';
import { chartOf } from './chart.ts';
import { FACTS, ID } from './testing.ts';

const peak = (takenOn: string) => ({ ...FACTS.results[1]!, takenOn });
const period = (number: number, day: string) => ({
  id: ID(number),
  kind: 'period' as const,
  day,
  at: `${day}T08:00:00+00:00`,
  loggedBy: null,
  isOfPresentBody: true,
});
const facts = {
  ...FACTS,
  surveys: [],
  results: [peak('2026-03-01')],
  periods: [period(1, '2026-02-15'), period(2, '2026-01-18'), period(3, '2025-12-21')],
  timers: [
    {
      id: ID(8),
      action: 'cap-in' as const,
      at: '2026-03-02T03:30:00+00:00',
      on: '2026-03-01',
      reportedAt: '2026-03-02T03:30:00+00:00',
    },
  ],
};
const situation = { statedLength: '21-35 days', today: '2026-03-02', zone: 'America/New_York' } as const;

test('an applicator is on the day the patient used it, wherever the reader is', () => {
  expect(chartOf(facts, { ...situation, careState: 'treatment' }).applicatorsUsedOn).toEqual(['2026-03-01']);
});

test('the chart counts the day, and shows which applicator is still to be used', () => {
  expect(chartOf(facts, { ...situation, careState: 'treatment' })).toMatchObject({
    day: 16,
    hasForecast: true,
    applicators: [
      { day: '2026-03-01', state: 'used' },
      { day: '2026-03-02', state: 'today' },
    ],
  });
});

test('a survey also records an applicator; one without a readable day does not', () => {
  const survey = FACTS.surveys[0]!;
  const surveys = [survey, { ...survey, id: ID(9), answers: ['last week', '2'] }];
  const { applicatorsUsedOn } = chartOf(
    { ...facts, timers: [], surveys },
    { ...situation, careState: 'treatment' },
  );
  expect(applicatorsUsedOn).toEqual(['2026-03-02']);
});

test('outside treatment, nothing is forecast, and past events stay', () => {
  const chart = chartOf(facts, { ...situation, careState: 'after-loss' });
  expect(chart).toMatchObject({ day: null, hasForecast: false, applicators: [] });
  expect(chart.periods).toHaveLength(3);
});

test('data from before the applicator changed hands is not counted, and those periods are not drawn', () => {
  const earlier = { ...period(4, '2026-02-27'), isOfPresentBody: false };
  const withEarlier = { ...facts, periods: [earlier, ...facts.periods] };
  const standsIn = { ...situation, careState: 'treatment' } as const;
  expect(chartOf(withEarlier, standsIn)).toEqual(chartOf(facts, standsIn));
  const changed = { ...withEarlier, bodySince: '2026-03-02', periods: [earlier, period(5, '2026-03-02')] };
  expect(chartOf(changed, standsIn)).toMatchObject({
    day: 1,
    periods: [{ day: '2026-03-02', kind: 'period' }],
    applicators: [],
  });
});

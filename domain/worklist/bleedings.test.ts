import { expect, test } from 'vitest';
import type { CareState, OutcomeEvent, PregnancyFact } from '../care-state/facts.ts';
import { addDays } from '../time/day.ts';
import { DAY, instantFromIso } from '../time/instant.ts';
import { bleedingsIn, symptomsIn } from './bleedings.ts';
import { symptomWords } from './symptom-words.ts';

const NOW = instantFromIso('2026-11-18T15:00:00Z');
const TODAY = '2026-11-18';
const positive: PregnancyFact = {
  id: 'positive',
  result: 'positive',
  takenOn: '2026-11-10',
  receivedAt: NOW - 8 * DAY,
  cycle: 1,
};
const loss: OutcomeEvent = {
  id: 'loss',
  kind: 'loss',
  day: '2026-11-17',
  receivedAt: NOW - DAY,
  cycle: 1,
  until: null,
  resolvedTo: null,
  byTeam: false,
};
const bleeding = (kind: 'period' | 'unsure' | 'bleed-with-loss', day = TODAY) => [
  { id: 'bleeding', at: NOW, day, kind },
];
type Given = { periods?: ReturnType<typeof bleeding>; results?: PregnancyFact[]; events?: OutcomeEvent[] };
const words = (
  { periods = [], results = [positive], events = [] }: Given,
  careState: CareState = 'pregnant',
) =>
  bleedingsIn(periods, { care: { results, events }, careState, zone: 'UTC' }).map(
    ({ isUrgent, strength }) => [isUrgent, strength],
  );
const event = (change: Partial<OutcomeEvent>): OutcomeEvent => ({
  ...loss,
  id: 'event',
  byTeam: true,
  ...change,
});

test('any bleeding that a pregnant patient logs is urgent', () => {
  for (const kind of ['period', 'unsure'] as const)
    expect(words({ periods: bleeding(kind) })).toEqual([[true, 'logged during pregnancy']]);
  expect(words({ periods: bleeding('period'), results: [] }, 'treatment')).toEqual([]);
  expect(words({ periods: bleeding('period', '2026-11-09') }), 'before the test').toEqual([]);
});

test('bleeding with a loss is urgent in every state until the loss is known', () => {
  const periods = bleeding('bleed-with-loss');
  for (const state of ['pregnant', 'treatment', 'unsure', 'paused', 'stopped'] as const)
    expect(words({ periods }, state)).toEqual([[true, 'logged with a pregnancy loss']]);
  expect(words({ periods, events: [loss] }, 'treatment')).toEqual([]);
  expect(words({ periods }, 'after-loss')).toEqual([]);
  expect(words({ periods: bleeding('bleed-with-loss', addDays(TODAY, -15)) }), 'of long ago').toEqual([]);
});

test('bleeding in pregnancy stays urgent if the patient stops treatment or another test is negative', () => {
  const periods = bleeding('period');
  const urgent = [[true, 'logged during pregnancy']];
  expect(words({ periods, events: [event({ kind: 'stop', day: TODAY })] }, 'stopped')).toEqual(urgent);
  const negative: PregnancyFact = { ...positive, id: 'negative', result: 'negative', takenOn: '2026-11-14' };
  expect(words({ periods, results: [positive, negative] }, 'unsure')).toEqual(urgent);
});

test('a period between two pregnancies is not bleeding in pregnancy', () => {
  const earlier: PregnancyFact = { ...positive, id: 'earlier', takenOn: '2026-10-01' };
  const notPregnant = event({ kind: 'resolve', resolvedTo: 'treatment', day: '2026-10-05' });
  const results = [earlier, positive];
  const periods = bleeding('period', '2026-11-08');
  expect(words({ periods, results, events: [notPregnant] })).toEqual([]);
});

test('bleeding with a loss is urgent again in a new pregnancy, however recent the first loss', () => {
  const first = event({ kind: 'loss', day: '2026-10-20' });
  const again = event({ id: 'again', kind: 'resume', day: '2026-11-01' });
  const periods = bleeding('bleed-with-loss');
  expect(words({ periods, events: [first, again] })).toEqual([[true, 'logged with a pregnancy loss']]);
});

test('bleeding that a pregnant patient reports as a symptom is urgent, however mild', () => {
  const report = {
    id: 'report',
    at: NOW,
    isUrgent: false,
    signs: ['bleeding'],
    strength: 'mild',
    since: TODAY,
  };
  const judged = (change: object, careState: CareState = 'pregnant') =>
    symptomsIn([{ ...report, ...change }], {
      care: { results: careState === 'pregnant' ? [positive] : [], events: [] },
      careState,
      zone: 'UTC',
    })[0];
  expect(judged({})).toMatchObject({ isUrgent: true, inPregnancy: true });
  expect(judged({ signs: ['pain'] })).toMatchObject({ isUrgent: false });
  expect(judged({}, 'treatment')).toMatchObject({ isUrgent: false });
});

test('the item has the severity, the pregnancy and the patient’s own words', () => {
  expect(
    symptomWords(
      { signs: ['bleeding'], strength: 'strong', inPregnancy: true, words: 'Since this morning' },
      'Symptoms.',
    ),
  ).toBe('Bleeding; severe; in pregnancy. “Since this morning”');
});

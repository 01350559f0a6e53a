import { expect, test } from 'vitest';
import { NEXT_STEP_ACTIONS } from '../copy/next-step.ts';
import { instantFromIso, MINUTE } from '../time/instant.ts';
import { afterReports, applicatorsOf, type Use } from './applicators.ts';
import { cycleOfLastUse } from './last-use.ts';
import { AFTERWARDS } from './testing-afterwards.ts';
import { APPLICATORS } from './testing-applicators.ts';
import { BEFORE_TREATMENT } from './testing-before-treatment.ts';
import { PREGNANCY_TESTS } from './testing-pregnancy-tests.ts';
import { UP_TO_THE_PEAK } from './testing-up-to-the-peak.ts';
import { CYCLE, FACTS, type Moment } from './testing.ts';
import { nextStepOf } from './next-step.ts';

const CHAPTERS: Record<string, Moment[]> = {
  'Before treatment': BEFORE_TREATMENT,
  'Up to the peak': UP_TO_THE_PEAK,
  'With the applicators': APPLICATORS,
  'Until the pregnancy test': PREGNANCY_TESTS,
  'After treatment, and outside it': AFTERWARDS,
};
const MOMENTS = Object.values(CHAPTERS).flat();

test.each(MOMENTS)('%s', (_, facts, sentence, path) => {
  const today = nextStepOf({ ...FACTS, ...facts });
  expect([today.sentence, today.action?.path ?? null]).toEqual([sentence, path]);
});

test('the table has at least 70 uniquely named moments, and every possible action', () => {
  expect(MOMENTS.length).toBeGreaterThanOrEqual(70);
  expect(new Set(MOMENTS.map(([when]) => when)).size).toBe(MOMENTS.length);
  const offered = new Set(MOMENTS.map(([, facts]) => nextStepOf({ ...FACTS, ...facts }).action?.label));
  for (const { label } of Object.values(NEXT_STEP_ACTIONS)) expect(offered).toContain(label);
});

test('only a cap that is late, or urgent symptoms, are urgent', () => {
  for (const [when, facts] of MOMENTS) {
    const { isUrgent } = nextStepOf({ ...FACTS, ...facts });
    const isLateCap = /late|5 hours/.test(when) && 'timers' in facts;
    const isUrgentReport = facts.urgentReport === 'symptoms' || facts.urgentReport === 'urgent';
    expect([when, isUrgent]).toEqual([when, isLateCap || isUrgentReport]);
  }
});

const INTRODUCTION = `# The next step: what Home says

The sentence and the action on top of Home, from one rule (\`domain/next-step\`), for moments in a patient's life, as of
Wednesday, November 18, 2026, 10 am. \`domain/next-step/next-step.test.ts\` fails when the rule says something else than this page; \`npx vitest run
domain/next-step -u\` writes it anew, and you read the difference. How it looks in the moments of \`scripts/pictures/moments.ts\`, made of
stored facts, and for each patient of the demo, on a phone and on a desk: \`npm run pictures -- next-step\` takes these.

![The top of Home in these moments](pictures/next-step-moments-light.webp)
![Home of the demo's patients on a phone, by day](pictures/next-step-phone-light.webp)
![The same by night](pictures/next-step-phone-dark.webp)
![On a desk](pictures/next-step-desk-light.webp)
![What is pinned on every page](pictures/next-step-pinned-light.webp)
`;

test('the next-step page matches the rule', async () => {
  const chapters = Object.entries(CHAPTERS).map(([title, moments]) => chapter(title, moments));
  await expect([INTRODUCTION, ...chapters].join('\n')).toMatchFileSnapshot('../../docs/next-step.md');
});

function chapter(title: string, moments: Moment[]): string {
  const rows = moments.map(([when, facts]) => {
    const { sentence, action } = nextStepOf({ ...FACTS, ...facts });
    return `| ${when} | ${sentence} | ${action ? `${action.label} → \`${action.path}\`` : ''} |`;
  });
  return [`## ${title}`, '', '| Moment | Sentence | Action |', '|---|---|---|', ...rows, ''].join('\n');
}

const NOON = instantFromIso('2026-11-20T12:00:00Z');
const by = (on: string, isSurvey: boolean, cycle = 1, at = instantFromIso(`${on}T12:00:00Z`)): Use => ({
  on,
  capInAt: isSurvey ? null : at,
  reportedAt: null,
  cycle,
});
const surveyOf = (on: string, sent: string): Use => ({ ...by(on, true), reportedAt: instantFromIso(sent) });

test.each<[string, Use[], number, number]>([
  ['a cap alone', [by('2026-11-17', false)], 0, 1],
  ['a cap twice on a day', [by('2026-11-17', false), by('2026-11-17', false)], 0, 1],
  [
    'a cap and its survey, of which the day is another',
    [by('2026-11-17', false), by('2026-11-16', true)],
    1,
    0,
  ],
  ['a survey alone', [by('2026-11-17', true)], 1, 0],
  ['two caps and a survey', [by('2026-11-17', false), by('2026-11-18', false), by('2026-11-17', true)], 1, 1],
  [
    'a survey without a timer, and a cap the next day',
    [surveyOf('2026-11-16', '2026-11-16T20:00:00Z'), by('2026-11-17', false)],
    1,
    1,
  ],
  [
    'a cap, and its survey sent later with another day',
    [by('2026-11-17', false), surveyOf('2026-11-16', '2026-11-17T20:00:00Z')],
    1,
    0,
  ],
  [
    'two surveys without timers, and a cap after both',
    [
      surveyOf('2026-11-15', '2026-11-15T20:00:00Z'),
      surveyOf('2026-11-16', '2026-11-16T20:00:00Z'),
      by('2026-11-17', false),
    ],
    2,
    0,
  ],
  ['a cap of another cycle', [by('2026-10-17', false, 2)], 0, 0],
  ['a cap that may still be in', [by('2026-11-20', false, 1, NOON - 4 * 60 * MINUTE)], 0, 0],
  ['a cap of five hours ago', [by('2026-11-20', false, 1, NOON - 5 * 60 * MINUTE)], 0, 1],
])('%s: how much was not reported', (_, uses, surveysSent, unreported) => {
  expect(applicatorsOf(uses, 1, { isCapKnown: false, now: NOON })).toMatchObject({ surveysSent, unreported });
});

test('once a cap that this device knew about is out, the patient is asked about it', () => {
  const uses = [by('2026-11-20', false, 1, NOON - 60 * MINUTE)];
  expect(applicatorsOf(uses, 1, { isCapKnown: true, now: NOON })).toMatchObject({ unreported: 1 });
});

test('a pregnancy test belongs to the cycle of the last use before it', () => {
  const uses = [by('2026-11-02', true, 2), by('2026-10-04', false, 1), by('2026-10-05', true, 1)];
  expect(cycleOfLastUse(uses, '2026-11-20')).toBe(2);
  expect(cycleOfLastUse(uses, '2026-11-01')).toBe(1);
  expect(cycleOfLastUse(uses, '2026-10-01')).toBeNull();
});

test('two reports on one day are two applicators, and nothing asks for a third', () => {
  const today = '2026-11-18';
  const next = (days: string[], surveysSent: number) =>
    afterReports({ ...CYCLE, next: 'applicator-tomorrow' }, { usedOn: days, surveysSent }, today).next;
  expect(next([today], 1)).toBe('applicator-tomorrow');
  expect(next([today], 2)).toBe('after-applicators');
  expect(next(['2026-11-17', today], 2)).toBe('after-applicators');
  expect(next(['2026-10-20', '2026-10-21'], 2), 'of a peak before').toBe('applicator-tomorrow');
});

test('an applicator that was used without a peak is followed by the second one the next day, and then by the wait', () => {
  const today = '2026-11-18';
  const next = (usedOn: string[], surveysSent = usedOn.length, more: Partial<typeof CYCLE> = {}) =>
    afterReports({ ...CYCLE, ...more }, { usedOn, surveysSent }, today).next;
  expect(next([today])).toBe('applicator-tomorrow');
  expect(next(['2026-11-17'])).toBe('second-applicator');
  expect(next(['2026-11-17', today])).toBe('after-applicators');
  expect(next([today], 2), 'two reports for one day').toBe('after-applicators');
  expect(next(['2026-11-15'])).toBe('after-applicators');
  expect(next(['2026-11-17'], 1, { day: null, gate: 'no-period', next: 'log-period', dates: null })).toBe(
    'second-applicator',
  );
  // A peak of the previous cycle, or one where the patient has to ask the coach first.
  expect(next(['2026-11-05'])).toBe('test');
  expect(next(['2026-10-20'], 1, { day: null, gate: 'no-period', next: 'log-period' })).toBe('log-period');
  expect(next(['2026-11-17'], 1, { gate: 'overdue', next: 'log-period' })).toBe('log-period');
});

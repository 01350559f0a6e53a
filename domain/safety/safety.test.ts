import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SAFETY_QUESTIONS } from '../copy/safety-check.ts';
import { OPTIONS } from '../onboarding/questionnaire.ts';
import {
  askedOf,
  SAFETY_CHECK_OUTCOMES,
  safetyOutcome,
  toReview,
  type SafetyOutcome,
  type SafetyAnswers,
  type Situation,
} from './safety-outcome.ts';
import {
  ANSWERS,
  FORMER_QUESTIONS,
  hasDonor,
  KNOWN_QUESTIONS,
  QUESTIONS,
  type Answer,
  type QuestionId,
} from './questions.ts';

const IDS = QUESTIONS.map(({ id }) => id);
const USUAL: Situation = {
  hasDonor: false,
  isPeakDay: false,
  hasAnsweredBefore: false,
  hasValidCheck: false,
};
const PEAK_DAY: Situation = { ...USUAL, hasDonor: true, isPeakDay: true, hasAnsweredBefore: true };
const CONFIRMING: Situation = { ...PEAK_DAY, hasValidCheck: true };

/** Ordered from the answer without consequences to the worst one. For a screened donor, yes is fine. */
const byConcern = (id: QuestionId): readonly Answer[] =>
  id === 'donor-screened' ? ['yes', 'not-sure', 'no'] : ['no', 'not-sure', 'yes'];
const allNo: SafetyAnswers = Object.fromEntries(IDS.map((id) => [id, byConcern(id)[0]]));
const outcomeOf = (changed: SafetyAnswers, situation = PEAK_DAY) =>
  safetyOutcome({ ...allNo, ...changed }, situation);

const STOP = [
  'prolapse',
  'hysterectomy',
  'recent-surgery',
  'silicone-allergy',
  'sti',
  'irritation',
  'pregnancy-unsafe',
] as const;
const CLINICIAN = [
  'toxic-shock',
  'infection',
  'bleeding',
  'pelvic-infection',
  'recent-pregnancy',
  'unclear-smear',
  'ectopic',
  'coil',
] as const;

describe('the table', () => {
  test.each<[QuestionId, yes: SafetyOutcome, notSure: SafetyOutcome]>([
    ...STOP.map((id): [QuestionId, SafetyOutcome, SafetyOutcome] => [id, 'stop', 'clinician']),
    ...CLINICIAN.map((id): [QuestionId, SafetyOutcome, SafetyOutcome] => [id, 'clinician', 'clinician']),
    ['period-now', 'stop', 'clinician'],
    ['late-or-positive', 'stop', 'clinician'],
    // Answered on an old page.
    ['could-be-pregnant', 'stop', 'clinician'],
    ['donor-unscreened', 'ready', 'ready'],
  ])('%s: yes is %s, not sure is %s', (id, yes, notSure) => {
    expect(outcomeOf({ [id]: 'yes' })).toEqual({ outcome: yes, reasons: [id] });
    expect(outcomeOf({ [id]: 'not-sure' })).toEqual({ outcome: notSure, reasons: [id] });
  });

  test('a screened donor is fine; one who was not, or may not have been, means a call with the coach', () => {
    expect(outcomeOf({ 'donor-screened': 'yes' })).toEqual({ outcome: 'ready', reasons: [] });
    for (const answer of ['no', 'not-sure'] as const)
      expect(outcomeOf({ 'donor-screened': answer })).toEqual({
        outcome: 'ready',
        reasons: ['donor-screened'],
      });
  });

  test('an old page answers the questions it asked, and is not asked their replacement', () => {
    for (const { id, replaces } of QUESTIONS.filter((question) => question.replaces)) {
      const { [id]: _, ...others } = allNo;
      expect(safetyOutcome({ ...others, [replaces!]: 'no' }, PEAK_DAY)).toEqual({
        outcome: 'ready',
        reasons: [],
      });
    }
  });

  test('with nothing in the way: ready, without a reason', () => {
    expect(outcomeOf({})).toEqual({ outcome: 'ready', reasons: [] });
  });

  test('the worst answer wins, and every reason is given', () => {
    const judged = outcomeOf({ coil: 'yes', sti: 'yes', ectopic: 'not-sure', 'donor-screened': 'no' });
    expect(judged).toEqual({ outcome: 'stop', reasons: ['coil', 'sti', 'ectopic', 'donor-screened'] });
  });
});

describe('what is asked', () => {
  const asked = (situation: Situation, answers: SafetyAnswers = {}) =>
    askedOf(answers, situation).map(({ id }) => id);

  test('fifteen questions, with the donor’s last if there is one', () => {
    expect(asked(USUAL).toSorted()).toEqual([...STOP, ...CLINICIAN].toSorted());
    expect(asked({ ...USUAL, hasDonor: true }).at(-1)).toBe('donor-screened');
    expect(QUESTIONS.at(-1)!.words).toBe('Has your donor been screened?');
  });

  test('on peak day three more, which are enough if a valid check exists', () => {
    const ofToday = ['period-now', 'late-or-positive', 'anything-changed'];
    expect(asked(PEAK_DAY)).toHaveLength(19);
    expect(asked(CONFIRMING)).toEqual(ofToday);
    const unchanged = Object.fromEntries(ofToday.map((id) => [id, 'no']));
    expect(safetyOutcome(unchanged, CONFIRMING)).toEqual({ outcome: 'ready', reasons: [] });
    expect(safetyOutcome({ ...unchanged, 'period-now': 'yes' }, CONFIRMING)).toEqual({
      outcome: 'stop',
      reasons: ['period-now'],
    });
  });

  test('from the second check on, it asks whether anything has changed', () => {
    expect(asked({ ...PEAK_DAY, hasAnsweredBefore: false })).not.toContain('anything-changed');
    expect(asked(PEAK_DAY)).toContain('anything-changed');
    expect(asked({ ...USUAL, hasAnsweredBefore: true })).not.toContain('anything-changed');
  });

  test.each(['yes', 'not-sure'] as const)('has anything changed, %s: the full check again', (answer) => {
    const changed = { 'period-now': 'no', 'late-or-positive': 'no', 'anything-changed': answer } as const;
    expect(asked(CONFIRMING, changed)).toHaveLength(19);
    expect(safetyOutcome(changed, CONFIRMING)).toHaveProperty('missing.length', 16);
    expect(outcomeOf(changed, CONFIRMING)).toEqual({ outcome: 'ready', reasons: [] });
  });

  test('a valid check is answered in full on another day', () => {
    expect(asked({ ...USUAL, hasValidCheck: true })).toHaveLength(15);
  });

  test('family setups with a donor are asked about the donor', () => {
    expect(OPTIONS.family_set_up.filter(hasDonor)).toEqual([
      'Heterosexual couple with sperm donor',
      'Same-sex couple with sperm donor',
      'Single female with sperm donor',
    ]);
    expect(hasDonor(null)).toBe(false);
  });
});

test('every question has words, a group, a source and an outcome for each answer', () => {
  expect(KNOWN_QUESTIONS.map(({ id }) => id).toSorted()).toEqual(Object.keys(SAFETY_QUESTIONS).toSorted());
  for (const { id, words, source, leadsTo } of KNOWN_QUESTIONS) {
    expect(words).toMatch(/^[A-Z].*\?$/);
    expect(source).toMatch(/\S+ \S+/);
    const [good, ...others] = byConcern(id);
    expect([id, leadsTo[good!]]).toEqual([id, undefined]);
    for (const answer of others) expect([id, leadsTo[answer]]).not.toContain(undefined);
  }
});

test('older answers keep the question’s original wording', () => {
  expect(FORMER_QUESTIONS.map(({ id, words }) => [id, words])).toEqual([
    ['could-be-pregnant', 'Could you be pregnant?'],
    ['donor-unscreened', 'Has your donor not been screened?'],
  ]);
});

test('before sending, the patient reviews every Yes, every Not sure, and an unscreened donor', () => {
  const given: SafetyAnswers = { ...allNo, coil: 'not-sure', sti: 'yes', 'donor-screened': 'no' };
  expect(toReview(given, PEAK_DAY).map(({ question, answer }) => [question.id, answer])).toEqual([
    ['coil', 'not-sure'],
    ['sti', 'yes'],
    ['donor-screened', 'no'],
  ]);
  expect(toReview({ ...given, sti: 'no' }, USUAL).map(({ question }) => question.id)).toEqual(['coil']);
});

const situation = fc.record({
  hasDonor: fc.boolean(),
  isPeakDay: fc.boolean(),
  hasAnsweredBefore: fc.boolean(),
  hasValidCheck: fc.boolean(),
});
const answers = fc.record(
  Object.fromEntries(
    IDS.map((id) => [
      id,
      fc.oneof({ weight: 5, arbitrary: fc.constant('no' as const) }, fc.constantFrom(...ANSWERS)),
    ]),
  ),
) as fc.Arbitrary<SafetyAnswers>;
const question = fc.constantFrom(...IDS);

/** Without an outcome everything stays closed, as with a stop. */
const rank = (given: SafetyAnswers, where: Situation) => {
  const judged = safetyOutcome(given, where);
  return 'missing' in judged ? SAFETY_CHECK_OUTCOMES.length : SAFETY_CHECK_OUTCOMES.indexOf(judged.outcome);
};

test('one more concerning or unsure answer never improves the outcome', () => {
  fc.assert(
    fc.property(answers, question, situation, (given, id, where) => {
      const [good, doubt, concern] = byConcern(id).map((answer) => rank({ ...given, [id]: answer }, where));
      expect(doubt).toBeGreaterThanOrEqual(good!);
      expect(concern).toBeGreaterThanOrEqual(doubt!);
    }),
    { numRuns: 2_000 },
  );
});

test('any unanswered question leaves the check incomplete, and says what is missing', () => {
  fc.assert(
    fc.property(answers, question, situation, (given, id, where) => {
      const { [id]: _, ...without } = given;
      const isAsked = askedOf(without, where).some((one) => one.id === id);
      const judged = safetyOutcome(without, where);
      expect('missing' in judged).toBe(isAsked);
      if (isAsked) expect(judged).toEqual({ missing: [id] });
    }),
    { numRuns: 2_000 },
  );
});

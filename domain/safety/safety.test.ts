import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SAFETY_QUESTIONS } from '../copy/safety-check.ts';
import { OPTIONS } from '../onboarding/questionnaire.ts';
import { ANSWERS, askedOf, OUTCOMES, safetyOutcome, type Outcome, type SafetyAnswers } from './outcome.ts';
import { hasDonor, QUESTIONS, type QuestionId } from './questions.ts';

const IDS = QUESTIONS.map(({ id }) => id);
const USUAL = { hasDonor: false, isPeakDay: false, hasValidCheck: false };
const PEAK_DAY = { hasDonor: true, isPeakDay: true, hasValidCheck: false };
const CONFIRMING = { ...PEAK_DAY, hasValidCheck: true };

const allNo: SafetyAnswers = Object.fromEntries(IDS.map((id) => [id, 'no']));
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
  test.each<[QuestionId, yes: Outcome, notSure: Outcome]>([
    ...STOP.map((id): [QuestionId, Outcome, Outcome] => [id, 'stop', 'clinician']),
    ...CLINICIAN.map((id): [QuestionId, Outcome, Outcome] => [id, 'clinician', 'clinician']),
    ['donor-unscreened', 'ready', 'ready'],
    ['period-now', 'stop', 'clinician'],
    ['could-be-pregnant', 'stop', 'clinician'],
  ])('%s: yes is %s, not sure is %s', (id, yes, notSure) => {
    expect(outcomeOf({ [id]: 'yes' })).toEqual({ outcome: yes, reasons: [id] });
    expect(outcomeOf({ [id]: 'not-sure' })).toEqual({ outcome: notSure, reasons: [id] });
  });

  test('nobody has anything in the way: ready, without a reason', () => {
    expect(outcomeOf({})).toEqual({ outcome: 'ready', reasons: [] });
  });

  test('worst wins, and every reason is told', () => {
    const judged = outcomeOf({ coil: 'yes', sti: 'yes', ectopic: 'not-sure', 'donor-unscreened': 'yes' });
    expect(judged).toEqual({ outcome: 'stop', reasons: ['coil', 'sti', 'ectopic', 'donor-unscreened'] });
  });
});

describe('what is asked', () => {
  const asked = (situation: typeof USUAL, answers: SafetyAnswers = {}) =>
    askedOf(answers, situation).map(({ id }) => id);

  test('fifteen questions, and the donor’s last where there is one', () => {
    expect(asked(USUAL).toSorted()).toEqual([...STOP, ...CLINICIAN].toSorted());
    expect(asked({ ...USUAL, hasDonor: true }).at(-1)).toBe('donor-unscreened');
    expect(QUESTIONS.at(-1)!.words).toBe('Has your donor not been screened?');
  });

  test('on peak day three more, and they are enough for who has a check that counts', () => {
    const ofToday = ['period-now', 'could-be-pregnant', 'anything-changed'];
    expect(asked(PEAK_DAY)).toHaveLength(19);
    expect(asked(CONFIRMING)).toEqual(ofToday);
    const unchanged = Object.fromEntries(ofToday.map((id) => [id, 'no']));
    expect(safetyOutcome(unchanged, CONFIRMING)).toEqual({ outcome: 'ready', reasons: [] });
    expect(safetyOutcome({ ...unchanged, 'period-now': 'yes' }, CONFIRMING)).toEqual({
      outcome: 'stop',
      reasons: ['period-now'],
    });
  });

  test.each(['yes', 'not-sure'] as const)('has anything changed, %s: the check again', (answer) => {
    const changed = { 'period-now': 'no', 'could-be-pregnant': 'no', 'anything-changed': answer } as const;
    expect(asked(CONFIRMING, changed)).toHaveLength(19);
    expect(safetyOutcome(changed, CONFIRMING)).toHaveProperty('missing.length', 16);
    expect(outcomeOf(changed, CONFIRMING)).toEqual({ outcome: 'ready', reasons: [] });
  });

  test('a check that counts is answered whole on another day', () => {
    expect(asked({ ...USUAL, hasValidCheck: true })).toHaveLength(15);
  });

  test('a donor is asked about in the family set-ups that have one', () => {
    expect(OPTIONS.family_set_up.filter(hasDonor)).toEqual([
      'Heterosexual couple with sperm donor',
      'Same-sex couple with sperm donor',
      'Single female with sperm donor',
    ]);
    expect(hasDonor(null)).toBe(false);
  });
});

test('every question has words, a group, a source and an outcome for each answer', () => {
  expect(IDS.toSorted()).toEqual(Object.keys(SAFETY_QUESTIONS).toSorted());
  for (const { id, words, source, yes, notSure } of QUESTIONS) {
    expect(words).toMatch(/^[A-Z].*\?$/);
    expect(source).toMatch(/\S+ \S+/);
    expect([id, yes && notSure]).not.toContain(undefined);
  }
});

const situation = fc.record({ hasDonor: fc.boolean(), isPeakDay: fc.boolean(), hasValidCheck: fc.boolean() });
const answers = fc.record(
  Object.fromEntries(
    IDS.map((id) => [
      id,
      fc.oneof({ weight: 5, arbitrary: fc.constant('no' as const) }, fc.constantFrom(...ANSWERS)),
    ]),
  ),
) as fc.Arbitrary<SafetyAnswers>;
const question = fc.constantFrom(...IDS);

/** No outcome opens nothing, as a stop does. */
const rank = (given: SafetyAnswers, where: typeof USUAL) => {
  const judged = safetyOutcome(given, where);
  return 'missing' in judged ? OUTCOMES.length : OUTCOMES.indexOf(judged.outcome);
};

test('one more yes, or one more doubt, never improves the outcome', () => {
  fc.assert(
    fc.property(answers, question, situation, (given, id, where) => {
      const [no, notSure, yes] = (['no', 'not-sure', 'yes'] as const).map((answer) =>
        rank({ ...given, [id]: answer }, where),
      );
      expect(notSure).toBeGreaterThanOrEqual(no!);
      expect(yes).toBeGreaterThanOrEqual(notSure!);
    }),
    { numRuns: 2_000 },
  );
});

test('whatever is asked and not answered leaves the check incomplete, and says what is missing', () => {
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

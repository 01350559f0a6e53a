import {
  KNOWN_QUESTIONS,
  QUESTIONS,
  type Answer,
  type Consequence,
  type Question,
  type QuestionId,
} from './questions.ts';

export type SafetyAnswers = { [Id in QuestionId]?: Answer | undefined };
export const SAFETY_CHECK_OUTCOMES = ['ready', 'clinician', 'stop'] as const;
export type SafetyOutcome = (typeof SAFETY_CHECK_OUTCOMES)[number];

export type Situation = {
  hasDonor: boolean;
  isPeakDay: boolean;
  /** The check was answered before, in any cycle: only then can something have changed since. */
  hasAnsweredBefore: boolean;
  /** Everything was answered in this cycle and still counts: on peak day that day's questions are enough. */
  hasValidCheck: boolean;
};
/** The worst wins, and the reasons are all answers with a consequence. Unanswered is not an outcome. */
export type Judged = { outcome: SafetyOutcome; reasons: QuestionId[] } | { missing: QuestionId[] };

export function safetyOutcome(answers: SafetyAnswers, situation: Situation): Judged {
  const missing = askedOf(answers, situation).filter((question) => !isAnswered(question, answers));
  if (missing.length > 0) return { missing: missing.map(({ id }) => id) };
  const reasons = KNOWN_QUESTIONS.map((question) => ({
    id: question.id,
    to: consequenceOf(question, answers),
  }))
    // With `again` all questions were asked again, so their answers decide.
    .filter(({ to }) => to !== null && to !== 'again');
  const worst = Math.max(0, ...reasons.map(({ to }) => SAFETY_CHECK_OUTCOMES.indexOf(OUTCOME_OF[to!])));
  return { outcome: SAFETY_CHECK_OUTCOMES[worst]!, reasons: reasons.map(({ id }) => id) };
}

/** What has to be answered. If something has changed, or may have, everything does. */
export function askedOf(answers: SafetyAnswers, situation: Situation): Question[] {
  const { hasDonor, isPeakDay, hasAnsweredBefore, hasValidCheck } = situation;
  const isAgain = QUESTIONS.some((question) => consequenceOf(question, answers) === 'again');
  const isEnough = isPeakDay && hasValidCheck && !isAgain;
  return QUESTIONS.filter(({ asked }) => {
    if (asked === 'on peak day') return isPeakDay;
    if (asked === 'from the second time') return isPeakDay && hasAnsweredBefore;
    return !isEnough && (asked === 'always' || hasDonor);
  });
}

/** What the patient reviews before sending: every Yes and Not sure, and anything else with a consequence. */
export const toReview = (
  answers: SafetyAnswers,
  situation: Situation,
): { question: Question; answer: Answer }[] =>
  askedOf(answers, situation).flatMap((question) => {
    const answer = answers[question.id];
    return answer && (answer !== 'no' || question.leadsTo.no) ? [{ question, answer }] : [];
  });

const isAnswered = ({ id, replaces }: Question, answers: SafetyAnswers): boolean =>
  answers[id] !== undefined || (replaces !== undefined && answers[replaces] !== undefined);

function consequenceOf({ id, leadsTo }: Question, answers: SafetyAnswers): Consequence | null {
  const answer = answers[id];
  return (answer && leadsTo[answer]) ?? null;
}

const OUTCOME_OF: Record<Consequence, SafetyOutcome> = {
  stop: 'stop',
  clinician: 'clinician',
  coach: 'ready',
  again: 'ready',
};

import { QUESTIONS, type Consequence, type Question, type QuestionId } from './questions.ts';

export const ANSWERS = ['yes', 'no', 'not-sure'] as const;
export type Answer = (typeof ANSWERS)[number];
export type SafetyAnswers = { [Id in QuestionId]?: Answer | undefined };
export const OUTCOMES = ['ready', 'clinician', 'stop'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export type Situation = {
  hasDonor: boolean;
  isPeakDay: boolean;
  /** All was answered in this cycle and still counts: on peak day the questions of that day are enough. */
  hasValidCheck: boolean;
};
/** Worst wins, and the reasons are all answers that say more than "go on". Unanswered is no outcome. */
export type Judged = { outcome: Outcome; reasons: QuestionId[] } | { missing: QuestionId[] };

export function safetyOutcome(answers: SafetyAnswers, situation: Situation): Judged {
  const missing = askedOf(answers, situation).filter(({ id }) => answers[id] === undefined);
  if (missing.length > 0) return { missing: missing.map(({ id }) => id) };
  const reasons = QUESTIONS.map((question) => ({ id: question.id, leadsTo: consequence(question, answers) }))
    // With `again` all questions were asked again, so their answers say what follows.
    .filter(({ leadsTo }) => leadsTo !== null && leadsTo !== 'again');
  const worst = Math.max(0, ...reasons.map(({ leadsTo }) => OUTCOMES.indexOf(OUTCOME_OF[leadsTo!])));
  return { outcome: OUTCOMES[worst]!, reasons: reasons.map(({ id }) => id) };
}

/** What has to be answered. That something has changed, or may have, makes it everything. */
export function askedOf(answers: SafetyAnswers, situation: Situation): Question[] {
  const { hasDonor, isPeakDay, hasValidCheck } = situation;
  const isAgain = QUESTIONS.some((question) => consequence(question, answers) === 'again');
  const isEnough = isPeakDay && hasValidCheck && !isAgain;
  return QUESTIONS.filter(({ asked }) => {
    if (asked === 'on peak day') return isPeakDay;
    return !isEnough && (asked === 'always' || hasDonor);
  });
}

function consequence({ id, yes, notSure }: Question, answers: SafetyAnswers): Consequence | null {
  const answer = answers[id];
  if (answer === 'yes') return yes;
  return answer === 'not-sure' ? notSure : null;
}

const OUTCOME_OF: Record<Consequence, Outcome> = {
  stop: 'stop',
  clinician: 'clinician',
  coach: 'ready',
  again: 'ready',
};

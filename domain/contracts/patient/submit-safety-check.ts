import * as z from 'zod/mini';
import { SAFETY_CHECK_OUTCOMES } from '../../safety/safety-outcome.ts';
import { APPLICATOR_PERSONS } from '../../safety/agreement.ts';
import { ANSWERS, KNOWN_QUESTIONS, type QuestionId } from '../../safety/questions.ts';
import { SAFETY_STATUSES } from '../../safety/safety-status.ts';
import { InstantText, Line } from '../fields/sizes.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';

const Answer = z.optional(z.enum(ANSWERS, 'Please answer yes, no or not-sure'));

const byQuestion = Object.fromEntries(KNOWN_QUESTIONS.map(({ id }) => [id, Answer])) as Record<
  QuestionId,
  typeof Answer
>;

const SafetyAnswers = z.strictObject(byQuestion, 'Please answer the questions by their ids');

/** Which of them are required depends on the day and the family; the function knows. */
export const SubmitSafetyCheckRequest = z.strictObject(
  {
    answers: SafetyAnswers,
    /** The check that these answers correct. */
    corrects: z.optional(z.guid('Please select a check')),
  },
  NOT_AN_OBJECT,
);
export const SubmitSafetyCheckAnswer = z.object({
  id: z.guid(),
  outcome: z.enum(SAFETY_CHECK_OUTCOMES),
  reasons: z.array(z.enum(KNOWN_QUESTIONS.map(({ id }) => id))).check(z.maxLength(KNOWN_QUESTIONS.length)),
});

/** What decides which questions are asked. */
const Situation = z.object({
  hasDonor: z.boolean(),
  isPeakDay: z.boolean(),
  hasAnsweredBefore: z.boolean(),
  hasValidCheck: z.boolean(),
});

/** GET's response: the patient's status with the check today, and what decides which questions are asked. */
export const SafetyCheckSituation = z.extend(Situation, {
  standing: z.enum(SAFETY_STATUSES),
  /** By when a blocked patient who needs an answer today gets it; null if they have not asked. */
  answerDueAt: z.nullable(InstantText),
  /** They had asked for one, and the answers that they have just corrected block nothing. */
  answerNotNeeded: z.boolean(),
  /** The check just sent, while its patient can still correct it. */
  correctable: z.nullable(
    z.object({ id: z.guid(), until: InstantText, answers: SafetyAnswers, situation: Situation }),
  ),
  agreement: z.object({
    isNeeded: z.boolean(),
    person: z.enum(APPLICATOR_PERSONS),
    name: z.nullable(Line),
  }),
});
export type SafetyCheckSituation = z.output<typeof SafetyCheckSituation>;

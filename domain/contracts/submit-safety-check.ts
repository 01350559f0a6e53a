import * as z from 'zod/mini';
import { ANSWERS, OUTCOMES } from '../safety/outcome.ts';
import { APPLICATOR_PERSONS } from '../safety/agreement.ts';
import { QUESTIONS, type QuestionId } from '../safety/questions.ts';
import { SAFETY_STANDINGS } from '../safety/standing.ts';
import { InstantText, Line } from './sizes.ts';
import { NOT_AN_OBJECT } from './submission.ts';

const Answer = z.optional(z.enum(ANSWERS, 'Please answer yes, no or not-sure'));

const byQuestion = Object.fromEntries(QUESTIONS.map(({ id }) => [id, Answer])) as Record<
  QuestionId,
  typeof Answer
>;

/** Which of them have to be answered depends on the day and the family: the function knows. */
export const SubmitSafetyCheckRequest = z.strictObject(
  { answers: z.strictObject(byQuestion, 'Please answer the questions by their ids') },
  NOT_AN_OBJECT,
);
export const SubmitSafetyCheckAnswer = z.object({
  id: z.guid(),
  outcome: z.enum(OUTCOMES),
  reasons: z.array(z.enum(QUESTIONS.map(({ id }) => id))).check(z.maxLength(QUESTIONS.length)),
});

/** What GET answers: where the patient stands with the check today, and what decides which questions are asked. */
export const SafetyCheckSituation = z.object({
  standing: z.enum(SAFETY_STANDINGS),
  hasDonor: z.boolean(),
  isPeakDay: z.boolean(),
  hasValidCheck: z.boolean(),
  /** By when someone whom the check holds back, and who needs an answer today, has it; null where they have not asked. */
  answerDueAt: z.nullable(InstantText),
  agreement: z.object({
    isNeeded: z.boolean(),
    person: z.enum(APPLICATOR_PERSONS),
    name: z.nullable(Line),
  }),
});
export type SafetyCheckSituation = z.output<typeof SafetyCheckSituation>;

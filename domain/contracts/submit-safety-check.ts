import * as z from 'zod/mini';
import { ANSWERS, OUTCOMES } from '../safety/outcome.ts';
import { QUESTIONS, type QuestionId } from '../safety/questions.ts';
import { NOT_AN_OBJECT } from './submission.ts';

const Answer = z.optional(z.enum(ANSWERS, 'Please answer yes, no or not-sure'));

const byQuestion = Object.fromEntries(QUESTIONS.map(({ id }) => [id, Answer])) as Record<
  QuestionId,
  typeof Answer
>;

/** Which of them have to be answered depends on the day and the family: the function knows. */
export const SubmitSafetyCheckRequest = z.object(
  { answers: z.strictObject(byQuestion, 'Please answer the questions by their ids') },
  NOT_AN_OBJECT,
);
export const SubmitSafetyCheckAnswer = z.object({
  id: z.guid(),
  outcome: z.enum(OUTCOMES),
  reasons: z.array(z.enum(QUESTIONS.map(({ id }) => id))).check(z.maxLength(QUESTIONS.length)),
});

import * as z from 'zod/mini';
import type { ApplicatorStep } from '@domain/surveys/applicator-steps.ts';
import {
  CAP_WEAR,
  COLLECTION_TO_INSERTION,
  FEEDBACK,
  MEDICATION,
  type ApplicatorAnswers,
} from '@domain/surveys/applicator-use.ts';

export type QuestionStepName = Exclude<ApplicatorStep, 'feedback'>;

const STEPS: readonly QuestionStepName[] = [
  'insemination-date',
  'medications',
  'sperm-collection',
  'cervical-cap-wear',
  'use-feedback',
];

const Answers = z.object({
  inseminationDate: z.nullable(z.iso.date()),
  medication: z.nullable(z.enum(MEDICATION)),
  medicationComment: z.string(),
  collectionToInsertion: z.nullable(z.enum(COLLECTION_TO_INSERTION)),
  capWear: z.nullable(z.enum(CAP_WEAR)),
  feedback: z.nullable(z.enum(FEEDBACK)),
  feedbackComment: z.string(),
});
export type SurveyAnswers = z.output<typeof Answers>;

const EMPTY: SurveyAnswers = {
  inseminationDate: null,
  medication: null,
  medicationComment: '',
  collectionToInsertion: null,
  capWear: null,
  feedback: null,
  feedbackComment: '',
};

/** Each of the cycle's two applicators has its own form. */
export const formFor = (attempt: 1 | 2) => ({
  name: `applicator-survey-${attempt}`,
  steps: STEPS,
  Answers,
  empty: EMPTY,
  failure: 'Failed to submit a survey response.',
});

const ASKS_FOR: Record<QuestionStepName, keyof SurveyAnswers> = {
  'insemination-date': 'inseminationDate',
  medications: 'medication',
  'sperm-collection': 'collectionToInsertion',
  'cervical-cap-wear': 'capWear',
  'use-feedback': 'feedback',
};

/** Comments are optional. Every question needs an answer. */
export const isAnswered = (step: QuestionStepName, answers: SurveyAnswers): boolean =>
  answers[ASKS_FOR[step]] !== null;

export const questionNumber = (step: QuestionStepName): number => STEPS.indexOf(step) + 1;
export const QUESTIONS = STEPS.length;

/** All answers. Null while one is missing. */
export function finished(answers: SurveyAnswers): ApplicatorAnswers | null {
  const { inseminationDate, medication, collectionToInsertion, capWear, feedback } = answers;
  if (!inseminationDate || !medication || !collectionToInsertion || !capWear || !feedback) return null;
  return { ...answers, inseminationDate, medication, collectionToInsertion, capWear, feedback };
}

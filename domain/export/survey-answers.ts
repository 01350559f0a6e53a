import { APPLICATOR_SURVEY, BEFORE_TREATMENT_SURVEY } from './question-words.ts';
import type { SurveyRow } from './record.ts';

export type SurveyAnswer = [name: string, question: string, answer: unknown];

/** A survey's answers, each next to its question. */
export function surveyAnswers({ answers }: Pick<SurveyRow, 'answers'>): SurveyAnswer[] {
  if (Array.isArray(answers)) {
    return answers.map((answer, at) => [
      `answer-${at + 1}`,
      APPLICATOR_SURVEY[at] ?? `Answer ${at + 1}`,
      answer,
    ]);
  }
  return Object.entries(answers as Record<string, unknown>).map(([name, answer]) => [
    name,
    name === 'response' ? BEFORE_TREATMENT_SURVEY : name,
    answer,
  ]);
}

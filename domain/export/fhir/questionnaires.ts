import type { OnboardingRow, SurveyRow } from '../record.ts';
import { APPLICATOR_SURVEY, BEFORE_TREATMENT_SURVEY, QUESTIONNAIRE } from './question-words.ts';
import type { Resource } from './types.ts';
import { instant, patientReference, text } from './values.ts';

type Answered = [name: string, question: string, answer: unknown];

/** The questionnaire's answers are one row a patient, so it has the patient's id. */
export const questionnaireOf = (row: OnboardingRow): Resource =>
  response(row.user_id, {
    id: row.user_id,
    name: 'onboarding',
    authored: row.updated_at,
    answered: Object.entries(QUESTIONNAIRE).map(([name, question]) => [name, question, row[name]]),
  });

export const surveyOf = (userId: string, row: SurveyRow): Resource =>
  response(userId, {
    id: row.id,
    name: row.survey,
    authored: row.created_at,
    answered: answeredIn(row),
  });

function answeredIn({ answers }: SurveyRow): Answered[] {
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

type Response = { id: string; name: string; authored: string; answered: Answered[] };

const response = (userId: string, { id, name, authored, answered }: Response): Resource => ({
  resourceType: 'QuestionnaireResponse',
  id,
  questionnaire: `urn:bea:questionnaire:${name}`,
  status: 'completed',
  subject: patientReference(userId),
  source: patientReference(userId),
  authored: instant(authored),
  item: answered.flatMap(([linkId, question, answer]) => {
    const answers = [answer].flat().flatMap(valueOf);
    return answers.length === 0 ? [] : [{ linkId, text: question, answer: answers }];
  }),
});

type Value = { valueInteger: number } | { valueString: string };

function valueOf(answer: unknown): Value[] {
  if (typeof answer === 'number') return [{ valueInteger: answer }];
  const valueString = text(answer);
  return valueString === undefined ? [] : [{ valueString }];
}

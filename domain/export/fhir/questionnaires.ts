import { answeredIn, type Answered } from '../answered.ts';
import { QUESTIONNAIRE } from '../question-words.ts';
import type { OnboardingRow, SurveyRow } from '../record.ts';
import type { Resource } from './types.ts';
import { instant, patientReference, text } from './values.ts';

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

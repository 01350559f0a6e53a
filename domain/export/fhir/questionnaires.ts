import type { QuestionnaireResponse, QuestionnaireResponseItemAnswer } from '@medplum/fhirtypes';
import { surveyAnswers, type SurveyAnswer } from '../survey-answers.ts';
import { QUESTIONNAIRE } from '../question-words.ts';
import { SAFETY_OUTCOMES } from '../../copy/safety-check.ts';
import { KNOWN_QUESTIONS } from '../../safety/questions.ts';
import type { OnboardingRow, SafetyCheckRow, SurveyRow } from '../record.ts';
import type { Identified } from './types.ts';
import { instant, patientReference, text } from './values.ts';

/** Each patient has one row of questionnaire answers, so its id is the patient's. */
export const questionnaireOf = (row: OnboardingRow): Identified<QuestionnaireResponse> =>
  response(row.user_id, {
    id: row.user_id,
    name: 'onboarding',
    authored: row.updated_at,
    answers: Object.entries(QUESTIONNAIRE).map(([name, question]) => [name, question, row[name]]),
  });

export const surveyOf = (userId: string, row: SurveyRow): Identified<QuestionnaireResponse> =>
  response(userId, {
    id: row.id,
    name: row.survey,
    authored: row.created_at,
    answers: surveyAnswers(row),
  });

/**
 * The answers, and earlier ones that were corrected. Those are no longer true, but still part of the record.
 */
export const safetyChecksOf = (userId: string, row: SafetyCheckRow): Identified<QuestionnaireResponse>[] => [
  response(userId, {
    ...safetyCheckAt(row, row.created_at),
    answers: [...safetyAnswersOf(row), ['cleared', 'Cleared by a clinician', row.cleared_words]],
  }),
  ...row.corrected.map((before) => ({
    ...response(userId, { ...safetyCheckAt(before, before.at), answers: safetyAnswersOf(before) }),
    status: 'entered-in-error' as const,
  })),
];

type SafetyAnswers = Pick<SafetyCheckRow, 'id' | 'answers' | 'outcome'>;

const safetyCheckAt = ({ id }: SafetyAnswers, authored: string) => ({ id, name: 'safety-check', authored });

const safetyAnswersOf = ({ answers, outcome }: SafetyAnswers): SurveyAnswer[] => [
  ...KNOWN_QUESTIONS.map(({ id, words }): SurveyAnswer => [id, words, answers[id] ?? null]),
  ['outcome', 'Outcome', SAFETY_OUTCOMES[outcome]],
];

type Response = { id: string; name: string; authored: string; answers: SurveyAnswer[] };

const response = (
  userId: string,
  { id, name, authored, answers }: Response,
): Identified<QuestionnaireResponse> => ({
  resourceType: 'QuestionnaireResponse',
  id,
  questionnaire: `urn:bea:questionnaire:${name}`,
  status: 'completed',
  subject: patientReference(userId),
  source: patientReference(userId),
  authored: instant(authored),
  item: answers.flatMap(([linkId, question, answer]) => {
    const values = [answer].flat().flatMap(valueOf);
    return values.length === 0 ? [] : [{ linkId, text: question, answer: values }];
  }),
});

function valueOf(answer: unknown): QuestionnaireResponseItemAnswer[] {
  if (typeof answer === 'number') return [{ valueInteger: answer }];
  const valueString = text(answer);
  return valueString === undefined ? [] : [{ valueString }];
}

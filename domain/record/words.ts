import { surveyAnswers } from '../export/survey-answers.ts';

export const RESULT_TITLES = { ovulation: 'Ovulation test', PREGNANCY: 'Pregnancy test' } as const;
export const SURVEY_TITLES = {
  'before-treatment': 'Before treatment survey',
  'applicator-use': 'Applicator survey',
} as const;
export const CALL_STATES = { booked: 'Booked', cancelled: 'Cancelled' } as const;
export const CONTACT_TITLES = {
  phone: 'Phone call',
  text: 'Text message',
  email: 'Email',
  'in-person': 'In person',
} as const;
export const CONSULTATION_NOTE = 'Consultation note';

/** A line for each answer that was given. */
export const surveyText = (answers: unknown): string =>
  surveyAnswers({ answers })
    .filter(([, , answer]) => typeof answer === 'string' && answer !== '')
    .map(([, question, answer]) => `${question}: ${String(answer)}`)
    .join('\n');

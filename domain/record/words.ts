import { APPLICATOR_SURVEY } from '../export/question-words.ts';
import { surveyAnswers } from '../export/survey-answers.ts';
import { dayOfUse } from '../surveys/day-of-use.ts';
import { longDay } from '../time/words.ts';

export const RESULT_TITLES = { ovulation: 'Ovulation test', PREGNANCY: 'Pregnancy test' } as const;
export const SURVEY_TITLES = {
  'before-treatment': 'Before treatment survey',
  'applicator-use': 'Applicator survey',
} as const;
/** For a call that has ended, until someone records its outcome. */
export const OUTCOME_MISSING = 'Needs an outcome';

export const APPLICATOR_USED = 'Applicator used';
export const CALL_STATES = { booked: 'Booked', cancelled: 'Canceled' } as const;
export const CONTACT_TITLES = {
  phone: 'Phone call',
  text: 'Text message',
  email: 'Email',
  'in-person': 'In person',
} as const;
export const CONTACT_DIRECTION_WORDS = { incoming: 'Incoming', outgoing: 'Outgoing' } as const;
export const CONTACT_RESULT_WORDS = {
  spoke: 'Spoke',
  voicemail: 'Left a voicemail',
  'no-answer': 'No answer',
} as const;
export const CONSULTATION_NOTE = 'Consultation note';
export const OUTCOME_TITLES = {
  pause: 'Treatment paused',
  resume: 'Treatment resumed',
  loss: 'Loss',
  stop: 'Treatment stopped',
  resolve: 'Resolved',
} as const;
export const PERIOD_TITLES = {
  period: 'First day of a period',
  'bleed-with-loss': 'Bleeding with a loss',
  unsure: 'Bleeding, possibly a period',
} as const;
export const TIMER_TITLES = {
  sample: 'Sample collected',
  'cap-in': 'Applicator used, cap in',
  'cap-out': 'Cap out',
  'sample-reset': 'Sample timer undone',
  'cap-reset': 'Cap timer undone',
  'cap-undo': 'Applicator reported by mistake',
} as const;
export const SIGN_WORDS = {
  pain: 'pain',
  bleeding: 'bleeding',
  fever: 'fever or feeling very unwell',
  fainting: 'fainting',
  discharge: 'discharge',
  other: 'something else',
} as const;
/** As the form says them; the database and the wire say 'strong' for 'severe'. */
export const STRENGTH_WORDS = { mild: 'mild', moderate: 'moderate', strong: 'severe' } as const;
export const SAFETY_WORDS = {
  ready: 'Ready',
  clinician: 'Needs a clinician’s review',
  stop: 'Stop',
} as const;

export const signText = (sign: string): string => (SIGN_WORDS as Record<string, string>)[sign] ?? sign;

/** The team's own words, such as 'logged during pregnancy', stay as they are. */
export const strengthText = (strength: string): string =>
  (STRENGTH_WORDS as Record<string, string>)[strength] ?? strength;

export const resultText = (result: string): string => `${result.slice(0, 1).toUpperCase()}${result.slice(1)}`;

/** One line per answer. */
export function surveyText(answers: unknown, zone: string): string {
  const day = dayOfUse(answers, zone);
  return surveyAnswers({ answers })
    .filter((one): one is [string, string, string] => typeof one[2] === 'string' && one[2] !== '')
    .map(([, question, answer]) => {
      const shown = question === APPLICATOR_SURVEY[0] && day ? longDay(day) : answer;
      return `${question}: ${shown}`;
    })
    .join('\n');
}

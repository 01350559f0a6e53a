import { config } from './config.ts';

type Contact =
  | 'coachEmail'
  | 'supportEmail'
  | 'coachName'
  | 'coachBio'
  | 'coachTimeZone'
  | 'patientWords'
  | 'patientWordsFrom'
  | 'contentReviewed';

/** Who the patient hears from, and what a clinic says about itself, unless it says otherwise. */
const DEFAULTS: Record<Contact, string> = {
  coachEmail: 'coach@example.com',
  supportEmail: 'support@example.com',
  coachName: 'Marisol Vega',
  coachBio:
    'Marisol has walked beside people on their way to a family for twelve years, first as a midwife and now as a coach.',
  // The hours of the promise are then those of the patient's own clock.
  coachTimeZone: '',
  patientWords: '',
  patientWordsFrom: 'A patient',
  contentReviewed: '',
};

/** Set as `contacts` in /config.json, or at build time by name: `coachEmail` is VITE_COACH_EMAIL. */
export function contact(key: Contact): string {
  const { contacts = {} } = config();
  const chosen = [contacts[key], import.meta.env[settingOf(key)]].find((value) => fits(key, value));
  if (typeof chosen === 'string') return chosen.trim();
  // Nobody else's coach has the story of ours.
  return key === 'coachBio' && contact('coachName') !== DEFAULTS.coachName ? '' : DEFAULTS[key];
}

const settingOf = (key: Contact) => `VITE_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

/** Typed in by people: a mail address and a day must be one, and a name must not be empty. */
function fits(key: Contact, value: unknown): boolean {
  if (typeof value !== 'string') return false;
  if (key.endsWith('Email')) return /^\s*[^\s@?&]+@[^\s@?&]+\s*$/.test(value);
  return (key === 'contentReviewed' ? /^\s*\d{4}-\d\d-\d\d\s*$/ : /\S/).test(value);
}

/** A mail to be written. Subjects are read on lock screens, so they name nobody's treatment. */
export const mailTo = (key: 'coachEmail' | 'supportEmail', subject: string): string =>
  `mailto:${contact(key)}?subject=${encodeURIComponent(subject)}`;

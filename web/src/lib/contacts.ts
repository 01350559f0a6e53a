import { config } from './config.ts';

type Contact = 'coachEmail' | 'supportEmail' | 'coachName' | 'clinicianName';

/** Who the patient hears from, unless a clinic says otherwise. */
const DEFAULTS: Record<Contact, string> = {
  coachEmail: 'coach@example.com',
  supportEmail: 'support@example.com',
  coachName: 'Marisol Vega',
  clinicianName: 'Dr. Anneke Lind',
};

/** Set as `contacts` in /config.json, or at build time by name: `coachEmail` is VITE_COACH_EMAIL. */
export function contact(key: Contact): string {
  const { contacts = {} } = config();
  const chosen = [contacts[key], import.meta.env[settingOf(key)]].find((value) => fits(key, value));
  return typeof chosen === 'string' ? chosen.trim() : DEFAULTS[key];
}

const settingOf = (key: Contact) => `VITE_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

/** Typed in by people: a mail address must be one, and a name must not be empty. */
const fits = (key: Contact, value: unknown): boolean =>
  typeof value === 'string' && (key.endsWith('Email') ? /^\s*[^\s@?&]+@[^\s@?&]+\s*$/ : /\S/).test(value);

/** A mail to be written. Subjects are read on lock screens, so they name nobody's treatment. */
export const mailTo = (key: 'coachEmail' | 'supportEmail', subject: string): string =>
  `mailto:${contact(key)}?subject=${encodeURIComponent(subject)}`;

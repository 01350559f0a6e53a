import { config } from '@/lib/backend/config.ts';

type Saying =
  | 'coachEmail'
  | 'supportEmail'
  | 'coachName'
  | 'coachBio'
  | 'coachPortrait'
  | 'clinicTimeZone'
  | 'emergencyNumber'
  | 'crisisLine'
  | 'helplines'
  | 'clinicPhone'
  | 'clinicHours'
  | 'patientWords'
  | 'patientWordsFrom'
  | 'contentReviewed';

/** Who the patient hears from, and what else stands unless a clinic says otherwise. */
const DEFAULTS: Record<Saying, string> = {
  coachEmail: 'coach@example.com',
  supportEmail: 'support@example.com',
  coachName: 'Your care team',
  coachBio: '',
  // A person has a face of their own, or their initials; a team has this.
  coachPortrait: 'consultation',
  // The hours of the promise are then those of the patient's own clock.
  clinicTimeZone: '',
  // Where nothing is set, domain/coach/emergency-number.ts decides by the zone.
  emergencyNumber: '',
  crisisLine: '',
  helplines: '',
  clinicPhone: '',
  clinicHours: '',
  patientWords: '',
  patientWordsFrom: 'A patient',
  contentReviewed: '',
};

/** What a clinic says of its people and of itself: `contacts` in /config.json, or at build time by name: `coachEmail` is VITE_COACH_EMAIL. */
export function clinicSays(key: Saying): string {
  const { contacts = {} } = config();
  const chosen = [contacts[key], import.meta.env[settingOf(key)]].find((value) => fits(key, value));
  if (typeof chosen === 'string') return chosen.trim();
  return key === 'coachPortrait' && clinicSays('coachName') !== DEFAULTS.coachName ? '' : DEFAULTS[key];
}

const settingOf = (key: Saying) => `VITE_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

/** Typed in by people: a mail address and a day must be one, and a name must not be empty. */
function fits(key: Saying, value: unknown): boolean {
  if (typeof value !== 'string') return false;
  if (key.endsWith('Email')) return /^\s*[^\s@?&]+@[^\s@?&]+\s*$/.test(value);
  if (key === 'contentReviewed')
    return /^\s*\d{4}-\d\d-\d\d\s*$/.test(value) && !Number.isNaN(Date.parse(value.trim()));
  return /\S/.test(value);
}

/** A mail to be written. Subjects are read on lock screens, so they name nobody's treatment. */
export const mailTo = (address: string, subject: string): string =>
  `mailto:${address}?subject=${encodeURIComponent(subject)}`;

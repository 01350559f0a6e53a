import { config } from '@/lib/backend/config.ts';

type Saying =
  | 'coachEmail'
  | 'supportEmail'
  | 'coachName'
  | 'coachBio'
  | 'coachPortrait'
  | 'clinicName'
  | 'texts'
  | 'clinicTimeZone'
  | 'careHours'
  | 'careDays'
  | 'replyHours'
  | 'emergencyNumber'
  | 'crisisLine'
  | 'helplines'
  | 'clinicPhone'
  | 'clinicHours'
  | 'patientWords'
  | 'patientWordsFrom'
  | 'contentReviewed';

/** The patient's contacts, and other defaults, unless a clinic sets them. */
const DEFAULTS: Record<Saying, string> = {
  coachEmail: 'coach@example.com',
  supportEmail: 'support@example.com',
  coachName: 'Your care team',
  coachBio: '',
  // A person has their own face or initials; a team has this.
  coachPortrait: 'consultation',
  clinicName: '',
  texts: 'on',
  // Until it is set, hours.ts has an American one.
  clinicTimeZone: '',
  // What is missing has its default in domain/coach/clinic-hours.ts.
  careHours: '',
  careDays: '',
  replyHours: '',
  // If nothing is set, domain/coach/emergency-number.ts decides by the zone.
  emergencyNumber: '',
  crisisLine: '',
  helplines: '',
  clinicPhone: '',
  clinicHours: '',
  patientWords: '',
  patientWordsFrom: 'A patient',
  contentReviewed: '',
};

/**
 * A clinic's people and details: `contacts` in /config.json, or at build time by name: `coachEmail` is
 * VITE_COACH_EMAIL.
 */
export function clinicSays(key: Saying): string {
  const { contacts = {} } = config();
  // A setting that the clinic cleared has its default, whatever the build says.
  const chosen: unknown = key in contacts ? contacts[key] : import.meta.env[settingOf(key)];
  if (typeof chosen === 'string' && fits(key, chosen)) return chosen.trim();
  return key === 'coachPortrait' && clinicSays('coachName') !== DEFAULTS.coachName ? '' : DEFAULTS[key];
}

/** Whether the clinic texts patients: it turned texts on, and its server can send them. */
export const sendsTexts = (): boolean =>
  config().contacts?.['noTexts'] !== true && clinicSays('texts') !== 'off';

const settingOf = (key: Saying) => `VITE_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

/** People type these: email addresses and days must be valid, and names not empty. */
function fits(key: Saying, value: unknown): boolean {
  if (typeof value !== 'string') return false;
  if (key.endsWith('Email')) return /^\s*[^\s@?&]+@[^\s@?&]+\s*$/.test(value);
  if (key === 'contentReviewed')
    return /^\s*\d{4}-\d\d-\d\d\s*$/.test(value) && !Number.isNaN(Date.parse(value.trim()));
  return /\S/.test(value);
}

/** A prefilled email. Subjects appear on lock screens, so they do not mention treatment. */
export const mailTo = (address: string, subject: string): string =>
  `mailto:${address}?subject=${encodeURIComponent(subject)}`;

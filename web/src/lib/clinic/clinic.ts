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

/**
 * Unless a clinic sets them. Others are empty: the rules in domain/coach decide about hours and numbers by the
 * zone.
 */
const DEFAULTS: Partial<Record<Saying, string>> = {
  coachEmail: 'coach@example.com',
  supportEmail: 'support@example.com',
  coachName: 'Your care team',
  // A person has their own face or initials; a team has this.
  coachPortrait: 'consultation',
  patientWordsFrom: 'A patient',
};

/**
 * A clinic's people and details: `contacts` in /config.json, or at build time by name: `coachEmail` is
 * VITE_COACH_EMAIL.
 */
export function clinicSays(key: Saying): string {
  const { contacts = {} } = config();
  // A setting that the clinic cleared has its default, whatever the build says.
  const chosen = fitting(key, key in contacts ? contacts[key] : import.meta.env[settingOf(key)]);
  if (chosen) return chosen;
  const isPerson = key === 'coachPortrait' && clinicSays('coachName') !== DEFAULTS.coachName;
  return (!isPerson && DEFAULTS[key]) || '';
}

const settingOf = (key: Saying) => `VITE_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

/** People type these: email addresses and days must be valid, and names not empty. Empty if it isn't. */
function fitting(key: Saying, value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : '';
  const isFit = key.endsWith('Email')
    ? /^[^\s@?&]+@[^\s@?&]+$/.test(text)
    : key !== 'contentReviewed' || (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)));
  return isFit ? text : '';
}

/** A prefilled email. Subjects appear on lock screens, so they do not mention treatment. */
export const mailTo = (address: string, subject: string): string =>
  `mailto:${address}?subject=${encodeURIComponent(subject)}`;

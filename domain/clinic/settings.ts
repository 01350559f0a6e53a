import { readDays, readHours, readReplyHours } from '../coach/hours-settings.ts';
import { areHelplines } from '../coach/helplines.ts';
import { Email } from '../contracts/fields/email.ts';
import { Day } from '../contracts/fields/iso.ts';
import { MAX_SETTING } from '../contracts/fields/lengths.ts';
import { isPlainLine } from '../contracts/fields/plain-line.ts';
import { hasVisibleText } from '../contracts/fields/visible-text.ts';
import { isPath, isWebAddress } from '../contracts/fields/web-address.ts';
import { IDLE_MINUTES } from '../contracts/team/team-session.ts';
import { isTimeZone } from '../time/zone.ts';

/** What a clinic says about itself. `what` completes 'Enter …' on screen and 'must be …' at startup. */
type Setting = { label: string; fits: (text: string) => boolean; what: string; hint?: string };

const PHONE = /^[+\d][\d ().-]{1,29}$/;

const email = (label: string, hint?: string): Setting => ({
  label,
  fits: (text) => Email.safeParse(text).success,
  what: 'an email address',
  ...(hint && { hint }),
});
const phone = (label: string, hint: string): Setting => ({
  label,
  fits: (text) => PHONE.test(text),
  what: 'a phone number, such as +1 555 0100',
  hint,
});
const line = (label: string, hint: string): Setting => ({
  label,
  fits: (text) => text.length <= 400 && isPlainLine(text) && hasVisibleText(text),
  what: 'one line of at most 400 characters, without hidden characters',
  hint,
});
const text = (label: string, hint: string): Setting => ({
  label,
  fits: (words) =>
    words.length <= MAX_SETTING && words.split(/\r?\n/).every(isPlainLine) && hasVisibleText(words),
  what: `at most ${MAX_SETTING} characters, without hidden characters`,
  hint,
});
const link = (label: string): Setting => ({
  label,
  fits: (address) => (isWebAddress(address) || isPath(address)) && address.length <= MAX_SETTING,
  what: 'a web address, or a path that starts with /',
});

/**
 * In the order of the page 'Clinic'. In the environment each has the same name in capitals: CLINIC_PHONE,
 * LINK_OPK_GUIDE.
 */
export const CLINIC_SETTINGS = {
  clinicTimeZone: {
    label: 'Time zone',
    fits: isTimeZone,
    what: 'a time zone, such as America/New_York',
    hint: 'Due times, hours and emails use it.',
  },
  clinicName: {
    label: 'Clinic name',
    fits: (name: string) => name.length <= 60 && isPlainLine(name) && hasVisibleText(name),
    what: 'one line of at most 60 characters, without hidden characters',
    hint: 'Shown next to your phone number and email address.',
  },
  texts: {
    label: 'Texts to patients',
    fits: (word: string) => word === 'on' || word === 'off',
    what: 'on or off',
    hint: 'If you turn them off, patients get texts about their account’s safety only, and no one is asked whether they want others.',
  },
  careHours: {
    label: 'Hours',
    fits: (hours: string) => readHours(hours) !== null,
    what: 'a closing time at least one hour after the opening time, such as 08:00-22:00',
    hint: 'At least one hour. For midnight, enter 12:00 am as the closing time.',
  },
  careDays: {
    label: 'Days',
    fits: (days: string) => readDays(days) !== null,
    what: 'at least one day, such as Mon,Tue,Wed,Thu,Fri',
  },
  replyHours: {
    label: 'Reply time',
    fits: (hours: string) => readReplyHours(hours) !== null,
    what: 'a number of hours from 1 to 24',
    hint: 'The hours you promise patients, counted while you’re open, from 1 to 24. Leave blank for 3.',
  },
  idleMinutes: {
    label: 'Lock the workspace after',
    fits: (minutes: string) => /^([5-9]|[12]\d|30)$/.test(minutes),
    what: 'a number of minutes from 5 to 30',
    hint: `Minutes without typing, clicking, scrolling or moving the pointer, from 5 to 30. Leave blank for ${IDLE_MINUTES}.`,
  },
  clinicPhone: phone('Phone', 'The number patients can call.'),
  clinicHours: line('Phone hours', 'When your phone is answered, such as Monday to Friday, 9am to 5pm.'),
  supportEmail: email('Support email', 'For questions about signing in and the portal.'),
  emergencyNumber: phone(
    'Emergency number',
    'Leave blank to use 911 if your time zone is in the United States.',
  ),
  crisisLine: phone('Crisis line', 'Leave blank to use 988 if your time zone is in the United States.'),
  helplines: {
    label: 'Helplines',
    fits: (lines: string) => lines.length <= 400 && isPlainLine(lines) && areHelplines(lines),
    what: 'names and numbers, such as Samaritans: 116 123; Our night line: +1 555 0100',
    hint: 'Names and numbers, such as Samaritans: 116 123; Our night line: +1 555 0100.',
  },
  coachName: line('Name', 'Who patients reach before a coach is assigned.'),
  coachEmail: email('Email'),
  coachBio: text('Short bio', 'Shown under the name.'),
  patientWords: text('Testimonial', 'A real patient’s words that you may show next to a positive result.'),
  patientWordsFrom: line('Signed', 'Leave blank to sign it “A patient.”'),
  contentReviewed: {
    label: 'Content reviewed on',
    fits: (day: string) => Day.safeParse(day).success,
    what: 'a day, such as 2026-12-24',
    hint: 'When your clinical lead last read the articles and instructions.',
  },
  linkPrivacyPolicy: link('Privacy policy'),
  linkEventsPage: link('Events'),
  linkCoachWelcomeVideo: link('Welcome video'),
  linkExperienceSurvey: link('Experience survey'),
  linkConsultationGuide: link('Consultation guide'),
  linkPreparationGuide: link('Preparation guide'),
  linkOpkGuide: link('Ovulation test guide'),
  linkPregnancyGuide: link('Pregnancy test guide'),
} as const satisfies Record<string, Setting>;

export type ClinicSetting = keyof typeof CLINIC_SETTINGS;
export const SETTING_NAMES = Object.keys(CLINIC_SETTINGS) as ClinicSetting[];

/** The stored values; a missing one has its default. */
export type ClinicValues = Partial<Record<ClinicSetting, string>>;

export const isSetting = (name: string): name is ClinicSetting => name in CLINIC_SETTINGS;

/** CLINIC_PHONE */
export const environmentName = (name: ClinicSetting): string => snakeCase(name).toUpperCase();

/** The name of a change in the access log: team_clinic_phone. */
export const auditKind = (name: ClinicSetting): string => `team_${snakeCase(name)}`;

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** From the environment, already validated. */
export const firstSettings = (read: (name: string) => string | undefined): ClinicValues =>
  Object.fromEntries(
    SETTING_NAMES.flatMap((name) => {
      const value = read(environmentName(name)) || FORMER_NAMES[name]?.map(read).find(Boolean);
      return value ? [[name, value]] : [];
    }),
  );

const FORMER_NAMES: Partial<Record<ClinicSetting, string[]>> = { clinicTimeZone: ['COACH_TIME_ZONE'] };

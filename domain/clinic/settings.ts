import { areHelplines } from '../coach/helplines.ts';
import { Email } from '../contracts/fields/email.ts';
import { Day } from '../contracts/fields/iso.ts';
import { isPlainLine } from '../contracts/fields/plain-line.ts';
import { isTimeZone } from '../time/zone.ts';

/** What a clinic says about itself. `what` completes 'Enter …' on the screen and 'must be …' at the start. */
type Setting = { label: string; fits: (text: string) => boolean; what: string; hint?: string };

const WEB_OR_PATH = /^(https?:\/\/[^/]|\/(?!\/))/;
const PHONE = /^[+\d][\d ().-]{1,29}$/;

/** Every value is text of at most this many characters; the database has the same number. */
export const MAX_SETTING = 500;

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
  fits: (text) => text.length <= 400 && isPlainLine(text),
  what: 'one line of at most 400 characters, without invisible characters',
  hint,
});
const text = (label: string, hint: string): Setting => ({
  label,
  fits: (words) => words.length <= MAX_SETTING,
  what: `at most ${MAX_SETTING} characters`,
  hint,
});
const link = (label: string): Setting => ({
  label,
  fits: (address) => WEB_OR_PATH.test(address) && address.length <= MAX_SETTING,
  what: 'a web address, or a path that starts with /',
});

/** In the order of the page 'Clinic'. The environment has each under the same name in capitals: CLINIC_PHONE, LINK_OPK_GUIDE. */
export const CLINIC_SETTINGS = {
  clinicTimeZone: {
    label: 'Time zone',
    fits: isTimeZone,
    what: 'a time zone, such as America/New_York',
    hint: 'Due times, hours and emails use it.',
  },
  clinicPhone: phone('Phone', 'The number that patients can call.'),
  clinicHours: line('Phone hours', 'When your phone is answered, such as Monday to Friday, 9am to 5pm.'),
  supportEmail: email('Support email', 'For questions about signing in and the portal.'),
  emergencyNumber: phone('Emergency number', 'Without one: 911 if your time zone is in the United States.'),
  crisisLine: phone('Crisis line', 'Without one: 988 if your time zone is in the United States.'),
  helplines: {
    label: 'Helplines',
    fits: (lines: string) => lines.length <= 400 && areHelplines(lines),
    what: 'names and numbers, such as Samaritans: 116 123; Our night line: +1 555 0100',
    hint: 'Names and numbers, such as Samaritans: 116 123; Our night line: +1 555 0100.',
  },
  coachName: line('Name', 'Whom patients reach before a coach is assigned.'),
  coachEmail: email('Email'),
  coachBio: text('A few words', 'Shown under the name.'),
  patientWords: text('Testimonial', 'A real patient’s words that you may show next to a positive result.'),
  patientWordsFrom: line('Signed', 'Without a name it is signed “A patient”.'),
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

/** What is set; a setting that is left out has its default. */
export type ClinicValues = Partial<Record<ClinicSetting, string>>;

export const isSetting = (name: string): name is ClinicSetting => name in CLINIC_SETTINGS;

/** CLINIC_PHONE */
export const environmentName = (name: ClinicSetting): string => snakeCase(name).toUpperCase();

/** How the access log names a change: team_clinic_phone. */
export const auditKind = (name: ClinicSetting): string => `team_${snakeCase(name)}`;

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Read from the environment, where each value was checked already. */
export const firstSettings = (read: (name: string) => string | undefined): ClinicValues =>
  Object.fromEntries(
    SETTING_NAMES.flatMap((name) => {
      const value = read(environmentName(name)) || FORMER_NAMES[name]?.map(read).find(Boolean);
      return value ? [[name, value]] : [];
    }),
  );

const FORMER_NAMES: Partial<Record<ClinicSetting, string[]>> = { clinicTimeZone: ['COACH_TIME_ZONE'] };

/** As the portal reads them in /config.json: links apart, without their prefix. */
export function portalNames(values: ClinicValues) {
  const contacts: Record<string, string> = {};
  const links: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    if (name.startsWith('link')) links[name.charAt(4).toLowerCase() + name.slice(5)] = value;
    else contacts[name] = value;
  }
  return { contacts, links };
}

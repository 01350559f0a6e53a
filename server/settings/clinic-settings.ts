import * as z from 'zod';
import { areHelplines } from '../../domain/coach/helplines.ts';
import { isPlainLine } from '../../domain/contracts/fields/plain-line.ts';
import { addressOf } from '../../domain/notifications/appointment.ts';
import { isTimeZone } from '../../domain/time/zone.ts';
import { isEmail } from './mail-sender.ts';

const WEB_OR_PATH = /^(https?:\/\/[^/]|\/(?!\/))/;
const link = z.string().regex(WEB_OR_PATH, 'must be a web address, or a path that starts with /').optional();
const email = z.string().refine(isEmail, 'must be an e-mail address').optional();
const words = z.string().max(500, 'must have at most 500 characters').optional();
/** For what stands in the headers of mails and beside other names. */
export const oneLine = z
  .string()
  .max(400, 'must have at most 400 characters')
  .refine(isPlainLine, 'must be one line, without invisible characters')
  .optional();

const phone = z
  .string()
  .regex(/^[+\d][\d ().-]{1,29}$/, 'must be a phone number, such as +1 555 0100')
  .optional();

/** What a clinic says about itself: its people, and where its own pages are. */
export const CLINIC_ENVIRONMENT = {
  COACH_EMAIL: email,
  SUPPORT_EMAIL: email,
  COACH_NAME: oneLine,
  COACH_BIO: words,
  COACH_TIME_ZONE: z.string().refine(isTimeZone, 'must be a time zone, such as America/New_York').optional(),
  EMERGENCY_NUMBER: phone,
  CRISIS_LINE: phone,
  HELPLINES: z
    .string()
    .max(400, 'must have at most 400 characters')
    .refine(
      areHelplines,
      'must be names and numbers, such as Samaritans: 116 123; Our night line: +1 555 0100',
    )
    .optional(),
  CLINIC_PHONE: phone,
  CLINIC_HOURS: oneLine,
  DUTY_PHONE: phone,
  PATIENT_WORDS: words,
  PATIENT_WORDS_FROM: oneLine,
  CONTENT_REVIEWED: z.iso.date('must be a day, such as 2026-12-24').optional(),
  LINK_PRIVACY_POLICY: link,
  LINK_EVENTS_PAGE: link,
  LINK_COACH_WELCOME_VIDEO: link,
  LINK_EXPERIENCE_SURVEY: link,
  LINK_CONSULTATION_GUIDE: link,
  LINK_PREPARATION_GUIDE: link,
  LINK_OPK_GUIDE: link,
  LINK_PREGNANCY_GUIDE: link,
};

type Given = Partial<Record<keyof typeof CLINIC_ENVIRONMENT | 'MAIL_FROM' | 'SMS_URL', string | undefined>>;

/** For /config.json, under the names that the portal knows: LINK_OPK_GUIDE is `opkGuide`. Empty where nothing was set. */
export type ClinicSettings = { contacts?: Contacts; links?: Record<string, string> };

/** `noTexts`: none can be sent. */
type Contacts = Record<string, string | true> & { supportEmail?: string; coachTimeZone?: string };

/** In production nobody is sent to the demonstration's people: replies go where the clinic's own mail comes from. */
export function readClinic(env: Given, production: boolean): ClinicSettings {
  const sender = production && env.MAIL_FROM ? addressOf(env.MAIL_FROM) : undefined;
  const contacts = named<string | true>({
    COACH_EMAIL: env.COACH_EMAIL ?? sender,
    SUPPORT_EMAIL: env.SUPPORT_EMAIL ?? sender,
    COACH_NAME: env.COACH_NAME,
    COACH_BIO: env.COACH_BIO,
    COACH_TIME_ZONE: env.COACH_TIME_ZONE,
    EMERGENCY_NUMBER: env.EMERGENCY_NUMBER,
    CRISIS_LINE: env.CRISIS_LINE,
    HELPLINES: env.HELPLINES,
    CLINIC_PHONE: env.CLINIC_PHONE,
    CLINIC_HOURS: env.CLINIC_HOURS,
    NO_TEXTS: production && env.SMS_URL === undefined ? true : undefined,
    PATIENT_WORDS: env.PATIENT_WORDS,
    PATIENT_WORDS_FROM: env.PATIENT_WORDS_FROM,
    CONTENT_REVIEWED: env.CONTENT_REVIEWED,
  });
  const links = named<string>(
    Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('LINK_'))),
  );
  return { ...(contacts && { contacts }), ...(links && { links }) };
}

function named<Value>(given: Record<string, Value | undefined>): Record<string, Value> | undefined {
  const entries = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [[camelCase(name.replace(/^LINK_/, '')), value]],
  );
  return entries.length > 0 ? (Object.fromEntries(entries) as Record<string, Value>) : undefined;
}

const camelCase = (name: string) =>
  name.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

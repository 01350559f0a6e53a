import * as z from 'zod/mini';
import { TYPE_LIMITS } from '../../domain/booking/appointment-type-limits.ts';
import { Email } from '../../domain/contracts/fields/email.ts';
import { plainLine } from '../../domain/contracts/fields/plain-line.ts';
import { isTimeZone } from '../../domain/time/zone.ts';

export const text = (max: number, words: string) =>
  z
    .string(words)
    .check(z.trim(), z.minLength(1, words), z.maxLength(max, `please use at most ${max} characters`));

/** For names in emails, calendars and lists. */
export const line = (max: number, words: string) =>
  plainLine(max, {
    missing: words,
    tooLong: `please use at most ${max} characters`,
    notPlain: 'please use one line, without invisible characters',
  });

const whole = ({ min, max }: { min: number; max: number }, words: string) =>
  z.string(words).check(
    z.maxLength(6, words),
    z.regex(/^\d+$/, words),
    z.refine((value) => Number(value) >= min && Number(value) <= max, `${words}, from ${min} to ${max}`),
  );

export const HostEmail = Email;
export const Name = line(100, 'a name is needed');
const NO_ZONE = 'not a time zone; a zone is named as America/New_York';
export const Zone = z
  .string('a time zone is needed, such as America/New_York')
  .check(z.maxLength(64, NO_ZONE), z.refine(isTimeZone, NO_ZONE));
const Role = z.enum(['coach', 'clinician'], 'coach or clinician');
const Bio = z.string().check(z.trim(), z.maxLength(2000, 'please use at most 2000 characters'));

export const NewHost = z.object({
  host: HostEmail,
  name: Name,
  role: Role,
  zone: Zone,
  bio: z.optional(Bio),
});
export const ChangedHost = z.object({
  host: HostEmail,
  name: z.optional(Name),
  role: z.optional(Role),
  zone: z.optional(Zone),
  bio: z.optional(Bio),
});

export const Day = z.iso.date('a date such as 2026-12-24 is needed');

const SMALL_LETTERS = 'use small letters, digits and hyphens, at most 60';
const Slug = z
  .string('a short name is needed, such as initial-consultation')
  .check(z.maxLength(60, SMALL_LETTERS), z.regex(/^[a-z0-9-]+$/, SMALL_LETTERS));
const rules = {
  minutes: whole(TYPE_LIMITS.minutes, 'the length in minutes'),
  buffer: whole(TYPE_LIMITS.buffer, 'the minutes kept free after a call'),
  notice: whole(TYPE_LIMITS.notice, 'the notice in minutes'),
  horizon: whole(TYPE_LIMITS.horizon, 'the days that can be booked ahead'),
  interaction: z.enum(['video_call', 'phone_call'], 'video_call or phone_call'),
};
/** What administrators see instead of a health-related name. */
const Neutral = z.optional(line(100, 'a neutral name is needed'));
export const OneType = z.object({ slug: Slug });
export const TypeHost = z.object({ slug: Slug, host: HostEmail });
export const NewType = z.object({
  slug: Slug,
  name: Name,
  description: text(2000, 'a description is needed'),
  ...rules,
  buffer: z.optional(rules.buffer),
  notice: z.optional(rules.notice),
  horizon: z.optional(rules.horizon),
  neutral: Neutral,
});
export const ChangedType = z.object({
  slug: Slug,
  name: z.optional(Name),
  description: z.optional(text(2000, 'a description is needed')),
  minutes: z.optional(rules.minutes),
  buffer: z.optional(rules.buffer),
  notice: z.optional(rules.notice),
  horizon: z.optional(rules.horizon),
  interaction: z.optional(rules.interaction),
  neutral: Neutral,
});

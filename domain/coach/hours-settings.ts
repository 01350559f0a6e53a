import { isTimeZone, UNSET_CLINIC_ZONE } from '../time/zone.ts';
import type { Weekday } from '../time/day.ts';
import { usualHours, type ClinicHours } from './clinic-hours.ts';

// Without the schema library: every page of the portal reads these settings.

const HOURS = /^((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d|24:00)$/;
const DAY_NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** '08:00-22:00': at least an hour, which ends on the same day. '24:00' is midnight. */
export function readHours(text: string): { opens: string; closes: string } | null {
  const [, opens, closes] = HOURS.exec(text) ?? [];
  return opens && closes && minutesOf(closes) - minutesOf(opens) >= 60 ? { opens, closes } : null;
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** 'Mon,Tue,Wed': each day at most once, in the order of the week. */
export function readDays(text: string): Weekday[] | null {
  const days = text.split(',').map((name) => DAY_NAMES.indexOf(name) + 1);
  return days.every((day, at) => day > (days[at - 1] ?? 0)) ? (days as Weekday[]) : null;
}

export const daysAsText = (days: readonly Weekday[]): string =>
  days.map((day) => DAY_NAMES[day - 1]).join(',');

/** '3': whole hours, from 1 to 24. */
export const readReplyHours = (text: string): number | null =>
  /^([1-9]|1\d|2[0-4])$/.test(text) ? Number(text) : null;

type Settings = Partial<Record<'clinicTimeZone' | 'careHours' | 'careDays' | 'replyHours', string>>;

/** What is missing or can't be read has its default. */
export function hoursFromSettings({
  clinicTimeZone = '',
  careHours,
  careDays,
  replyHours,
}: Settings): ClinicHours {
  const usual = usualHours(isTimeZone(clinicTimeZone) ? clinicTimeZone : UNSET_CLINIC_ZONE);
  return {
    ...usual,
    ...readHours(careHours ?? ''),
    days: readDays(careDays ?? '') ?? usual.days,
    replyHours: readReplyHours(replyHours ?? '') ?? usual.replyHours,
  };
}

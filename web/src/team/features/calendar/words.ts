import type { CalendarAbsence, CalendarAppointment } from '@domain/contracts/team/team-calendar.ts';
import { addDays, type LocalDate } from '@domain/time/day.ts';
import { instantFromIso } from '@domain/time/instant.ts';
import { localParts, startOfDay } from '@domain/time/local.ts';
import { clockWords, shortDay } from '@domain/time/words.ts';
import { dayOf, timeOf } from '@/lib/care-team/times.ts';

/** '9:00 am to 9:30 am' */
export const timesOf = (
  { startsAt, endsAt }: Pick<CalendarAppointment, 'startsAt' | 'endsAt'>,
  zone: string,
) => `${timeOf(startsAt, zone)} to ${timeOf(endsAt, zone)}`;

/** 'Wed, Nov 18, 9:00 am to 9:30 am' */
export const whenOf = (call: Pick<CalendarAppointment, 'startsAt' | 'endsAt'>, zone: string) =>
  `${shortDay(dayOf(call.startsAt, zone))}, ${timesOf(call, zone)}`;

/** '24:00' also means midnight. */
export const hourWords = (time: string) => (time === '24:00' ? 'midnight' : clockWords(time));

const isMidnight = (iso: string, zone: string) => {
  const instant = instantFromIso(iso);
  return startOfDay(localParts(instant, zone).date, zone) === instant;
};

const lastDayOf = ({ until }: CalendarAbsence, zone: string): LocalDate => addDays(dayOf(until, zone), -1);

/** 'Wed, Nov 18', 'Wed, Nov 18 to Fri, Nov 20', or with hours if it isn't whole days. */
export function absenceWords(absence: CalendarAbsence, zone: string): string {
  const { from, until } = absence;
  const [first, last] = [dayOf(from, zone), dayOf(until, zone)];
  if (isMidnight(from, zone) && isMidnight(until, zone)) {
    const end = lastDayOf(absence, zone);
    return first === end ? shortDay(first) : `${shortDay(first)} to ${shortDay(end)}`;
  }
  const end = first === last ? timeOf(until, zone) : `${shortDay(last)}, ${timeOf(until, zone)}`;
  return `${shortDay(first)}, ${timeOf(from, zone)} to ${end}`;
}

/** The part of an absence on this day: null for none, 'Away', or 'Away 9:00 am to 11:00 am'. */
export const awayOn = (absence: CalendarAbsence, day: LocalDate, zone: string): string | null =>
  partOfDay('Away', absence, day, zone);

/** 'Busy 9:00 am to 11:00 am' */
export const busyOn = (taken: Times, day: LocalDate, zone: string): string | null =>
  partOfDay('Busy', taken, day, zone);

type Times = { from: string; until: string };

function partOfDay(word: string, times: Times, day: LocalDate, zone: string): string | null {
  const [begins, ends] = [startOfDay(day, zone), startOfDay(addDays(day, 1), zone)];
  const [from, until] = [instantFromIso(times.from), instantFromIso(times.until)];
  if (until <= begins || from >= ends) return null;
  if (from <= begins && until >= ends) return word;
  if (from <= begins) return `${word} until ${timeOf(times.until, zone)}`;
  if (until >= ends) return `${word} from ${timeOf(times.from, zone)}`;
  return `${word} ${timeOf(times.from, zone)} to ${timeOf(times.until, zone)}`;
}

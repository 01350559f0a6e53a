import { isoFromInstant } from '@domain/time/instant.ts';
import { instantOf, localDate, type LocalDate } from '@domain/time/local.ts';
import { deviceZone } from './device-zone.ts';

export const today = (): LocalDate => localDate(Date.now(), deviceZone());

/** A moment of that day: this one if it is today, else noon, which no zone moves to another day nearby. */
export const momentOn = (day: LocalDate): string =>
  isoFromInstant(day === today() ? Date.now() : instantOf(day, '12:00', deviceZone()));

/** 'Sunday, 15 November' */
export function weekdayDayMonth(day: LocalDate): string {
  const part = (parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...parts, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
  return `${part({ weekday: 'long' })}, ${part({ day: 'numeric' })} ${part({ month: 'long' })}`;
}

import { isoFromInstant } from '@domain/time/instant.ts';
import type { LocalDate } from '@domain/time/day.ts';
import { instantOf, localDate } from '@domain/time/local.ts';
import { deviceZone } from './device-zone.ts';

export const today = (): LocalDate => localDate(Date.now(), deviceZone());

/** A moment of that day: this one if it is today, else noon, which no zone moves to another day nearby. */
export const momentOn = (day: LocalDate): string =>
  isoFromInstant(day === today() ? Date.now() : instantOf(day, '12:00', deviceZone()));

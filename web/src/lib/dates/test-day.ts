import { isoFromInstant } from '@domain/time/instant.ts';
import type { LocalDate } from '@domain/time/day.ts';
import { instantOf, localDate } from '@domain/time/local.ts';
import { shownZone } from './shown-zone.ts';

export const today = (): LocalDate => localDate(Date.now(), shownZone());

/** A moment on that day: now if it is today, otherwise noon, which no nearby zone moves to another day. */
export const momentOn = (day: LocalDate): string =>
  isoFromInstant(day === today() ? Date.now() : instantOf(day, '12:00', shownZone()));

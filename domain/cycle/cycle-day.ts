import { daysBetween, type LocalDate } from '../time/day.ts';

/** The first day of the period is day 1. */
export const cycleDay = (startedOn: LocalDate, day: LocalDate): number => daysBetween(startedOn, day) + 1;

import { daysBetween, type LocalDate } from '../time/day.ts';

export const cycleDay = (startedOn: LocalDate, day: LocalDate): number => daysBetween(startedOn, day) + 1;

import type { LocalDate } from './day.ts';

/** Age in whole years. Someone born on February 29 is a year older on March 1. */
export function ageOn(birthDate: LocalDate, today: LocalDate): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

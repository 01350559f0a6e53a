import { addDays, weekdayOf, type LocalDate } from '@domain/time/day.ts';
import type { View } from './grid/columns.ts';

/** The part of the calendar in the address. */
export type Place = {
  view: View;
  person: string | null;
  /** Null for today. */
  day: LocalDate | null;
  others: string[];
};

const IS_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Small screens show a day, unless someone selected a week. */
export function placeIn(search: string, isWide: boolean): Place {
  const address = new URLSearchParams(search);
  const from = address.get('from') ?? '';
  const view = address.get('view');
  return {
    view: view === 'day' || view === 'week' ? view : isWide ? 'week' : 'day',
    person: address.get('person') || null,
    day: IS_DAY.test(from) ? from : null,
    others: address.get('with')?.split(',').filter(Boolean) ?? [],
  };
}

/**
 * Always in the same order, so that the same days have only one address. The view is included once it was
 * selected.
 */
export function addressOf({ person, day, others }: Place, view: View | null): string {
  const parts = { person, view, from: day, with: others.join(',') };
  const kept = Object.entries(parts).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const query = new URLSearchParams(kept).toString().replaceAll('%2C', ',');
  return query ? `/team/calendar?${query}` : '/team/calendar';
}

export const mondayOf = (day: LocalDate): LocalDate => addDays(day, 1 - weekdayOf(day));

/** The first displayed day. It changes before its data has loaded, so 'Next' can be pressed twice in a row. */
export const firstDayOf = ({ view, day }: Place, loaded: LocalDate): LocalDate =>
  day === null ? loaded : view === 'week' ? mondayOf(day) : day;

/** The function's parameters: a whole week from Monday, or one day with several people. */
export function questionOf({ view, person, day, others }: Place, today: LocalDate): string {
  const shown = day ?? today;
  const days: Record<string, string | null> =
    view === 'week'
      ? { from: day && mondayOf(day) }
      : { from: shown, until: shown, with: others.filter((id) => id !== person).join(',') };
  const asked = Object.entries({ person, ...days }).flatMap(([name, value]) =>
    value ? [[name, value]] : [],
  );
  return new URLSearchParams(asked).toString();
}

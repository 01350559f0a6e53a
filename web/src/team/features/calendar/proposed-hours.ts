import type { CalendarHours } from '@domain/contracts/team/team-calendar.ts';

const USUAL = { from: '09:00', until: '17:00' };
const BREAK_HOURS = 1;
const MIDNIGHT = '24:00';

const NOON = { from: '12:00', until: '13:00' };

/**
 * Adds the hours that 'Add' on a weekday most likely means: the previous day's hours, a break at noon, or
 * hours after the last ones.
 */
export function withMoreHours(hours: readonly CalendarHours[], weekday: number): CalendarHours[] {
  const last = lastOn(hours, weekday);
  if (!last) return [...hours, ...asOnTheDayBefore(hours, weekday)];
  const isOverNoon = last.from < NOON.from && last.until > NOON.until;
  if (!isOverNoon) return [...hours, { weekday, ...afterBreak(last.until) }];
  const halves = [
    { ...last, until: NOON.from },
    { ...last, from: NOON.until },
  ];
  return hours.flatMap((block) => (block === last ? halves : block));
}

function asOnTheDayBefore(hours: readonly CalendarHours[], weekday: number): CalendarHours[] {
  const before = Math.max(...hours.map((block) => block.weekday).filter((day) => day < weekday));
  const same = hours
    .filter((block) => block.weekday === before)
    .map(({ from, until }) => ({ weekday, from, until }));
  return same.length > 0 ? same : [{ weekday, ...USUAL }];
}

const lastOn = (hours: readonly CalendarHours[], weekday: number) =>
  hours
    .filter((block) => block.weekday === weekday)
    .toSorted((one, other) => one.until.localeCompare(other.until))
    .at(-1);

function afterBreak(until: string): Pick<CalendarHours, 'from' | 'until'> {
  const from = `${String(Number(until.slice(0, 2)) + BREAK_HOURS).padStart(2, '0')}${until.slice(2)}`;
  if (from >= MIDNIGHT) return USUAL;
  return { from, until: from < USUAL.until ? USUAL.until : MIDNIGHT };
}

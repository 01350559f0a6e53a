import type { CalendarAbsence, CalendarHours } from '@domain/contracts/team/team-calendar.ts';
import { addDays, weekdayOf, type LocalDate } from '@domain/time/day.ts';
import { instantFromIso, type Instant } from '@domain/time/instant.ts';
import { instantOf, localParts, startOfDay } from '@domain/time/local.ts';

export type Span = { from: Instant; until: Instant };

export const MINUTES_OF_DAY = 24 * 60;

export const dayAsSpan = (day: LocalDate, zone: string): Span => ({
  from: startOfDay(day, zone),
  until: startOfDay(addDays(day, 1), zone),
});

export const spanOf = ({ from, until }: { from: string; until: string }): Span => ({
  from: instantFromIso(from),
  until: instantFromIso(until),
});

/** The parts of these spans that are inside the others. */
export const within = (spans: readonly Span[], other: Span): Span[] =>
  spans
    .map(({ from, until }) => ({
      from: Math.max(from, other.from),
      until: Math.min(until, other.until),
    }))
    .filter(({ from, until }) => from < until);

/** The parts of these spans that are outside the others. */
export const without = (spans: readonly Span[], holes: readonly Span[]): Span[] =>
  holes.reduce<Span[]>(
    (left, hole) =>
      left.flatMap(({ from, until }) =>
        [
          { from, until: Math.min(until, hole.from) },
          { from: Math.max(from, hole.until), until },
        ].filter((part) => part.from < part.until),
      ),
    [...spans],
  );

type Working = {
  person: { timeZone: string };
  hours: readonly CalendarHours[];
  daysOff: readonly LocalDate[];
};

/** A person's hours in their own zone, as far as they fall on a day in the calendar's zone. */
export function workingOn({ person, hours, daysOff }: Working, day: LocalDate, zone: string): Span[] {
  const own = [-1, 0, 1].map((days) => addDays(day, days)).filter((date) => !daysOff.includes(date));
  const spans = own.flatMap((date) =>
    hours
      .filter(({ weekday }) => weekday === weekdayOf(date))
      .map(({ from, until }) => ({
        from: instantOf(date, from, person.timeZone),
        until:
          until === '24:00'
            ? startOfDay(addDays(date, 1), person.timeZone)
            : instantOf(date, until, person.timeZone),
      })),
  );
  return within(spans, dayAsSpan(day, zone));
}

export const awaySpans = (absences: readonly CalendarAbsence[], day: LocalDate, zone: string): Span[] =>
  within(absences.map(spanOf), dayAsSpan(day, zone));

/** The position within a day, in wall clock minutes. */
export const placeOf = ({ from, until }: Span, day: LocalDate, zone: string) => {
  const top = minuteOn(from, day, zone);
  return { top, length: Math.max(minuteOn(until, day, zone) - top, 0) };
};

export function minuteOn(instant: Instant, day: LocalDate, zone: string): number {
  const { date, time } = localParts(instant, zone);
  if (date < day) return 0;
  if (date > day) return MINUTES_OF_DAY;
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

const pad = (part: number) => String(part).padStart(2, '0');

/** The moment when the wall clock shows this many minutes after midnight. */
export const instantAt = (minutes: number, day: LocalDate, zone: string): Instant => {
  return instantOf(day, `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`, zone);
};

/** Overlapping entries share the width: which lane, and how many. */
export function lanesOf(spans: readonly Span[]): { lane: number; lanes: number }[] {
  const placed = spans.map((span) => ({ span, lane: 0, lanes: 1 }));
  let [group, end]: [typeof placed, Instant] = [[], -Infinity];
  for (const one of placed.toSorted((a, b) => a.span.from - b.span.from)) {
    if (one.span.from >= end) [group, end] = [[], -Infinity];
    const taken = new Set(group.filter(({ span }) => span.until > one.span.from).map(({ lane }) => lane));
    while (taken.has(one.lane)) one.lane += 1;
    group.push(one);
    end = Math.max(end, one.span.until);
    const lanes = Math.max(...group.map(({ lane }) => lane)) + 1;
    for (const member of group) member.lanes = lanes;
  }
  return placed.map(({ lane, lanes }) => ({ lane, lanes }));
}

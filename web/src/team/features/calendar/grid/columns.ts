import type {
  CalendarAppointment,
  OtherCalendar,
  TeamCalendar,
} from '@domain/contracts/team/team-calendar.ts';
import { addDays, type LocalDate } from '@domain/time/day.ts';
import { instantFromIso, MINUTE, type Instant } from '@domain/time/instant.ts';
import { hoursOf, isOpenOn, type ClinicHours } from '@domain/coach/clinic-hours.ts';
import { awaySpans, dayAsSpan, spanOf, within, without, workingOn, type Span } from './spans.ts';

export type View = 'day' | 'week';

/** One person's day. */
export type Column = {
  key: string;
  day: LocalDate;
  person: OtherCalendar['person'];
  working: Span[];
  away: Span[];
  /** Busy times from their own calendar, or a colleague's calls without the patients. */
  taken: Span[];
  /** The clinic's opening hours. */
  open: Span[];
  calls: CalendarAppointment[];
};

const DAYS = [0, 1, 2, 3, 4, 5, 6];

export const callSpan = ({ startsAt, endsAt }: CalendarAppointment): Span => ({
  from: instantFromIso(startsAt),
  until: instantFromIso(endsAt),
});

/** One person's week, or one day of several people. */
export function columnsOf(calendar: TeamCalendar, view: View, zone: string, clinic: ClinicHours): Column[] {
  const { person } = calendar;
  if (person === null) return [];
  const own = { ...calendar, person };
  if (view === 'week') return DAYS.map((day) => columnOf(own, addDays(calendar.from, day), zone, clinic));
  return [own, ...calendar.others].map((one) => columnOf(one, calendar.from, zone, clinic));
}

function columnOf(calendar: OtherCalendar, day: LocalDate, zone: string, clinic: ClinicHours): Column {
  const whole = dayAsSpan(day, zone);
  const clinicDays = [-1, 0, 1]
    .map((days) => addDays(day, days))
    .filter((clinicDay) => isOpenOn(clinicDay, clinic))
    .map((clinicDay) => hoursOf(clinicDay, clinic));
  return {
    key: `${calendar.person.id} ${day}`,
    day,
    person: calendar.person,
    working: workingOn(calendar, day, zone),
    away: awaySpans(calendar.absences, day, zone),
    taken: within(calendar.taken.map(spanOf), whole),
    open: within(
      clinicDays.map(({ opens, closes }) => ({ from: opens, until: closes })),
      whole,
    ),
    calls: calendar.calls.filter((call) => within([callSpan(call)], whole).length > 0),
  };
}

/** Calls begin on quarter hours. */
export const QUARTER = 15 * MINUTE;

/** When a call could begin: during hours without absences and calls, from the next quarter hour on. */
export const freeIn = ({ working, away, taken, calls }: Column, now: Instant): Span[] =>
  without(working, [...away, ...taken, ...calls.map(callSpan), { from: 0, until: now }])
    .map(({ from, until }) => ({ from: Math.ceil(from / QUARTER) * QUARTER, until }))
    .filter(({ from, until }) => until - from >= QUARTER);

import * as z from 'zod/mini';
import { daysBetween } from '../../time/day.ts';
import { Day } from '../fields/iso.ts';
import { Count, InstantText, Line, listOf } from '../fields/sizes.ts';
import { CALL_OUTCOMES } from './team-calls.ts';
import { TeamRole } from './team-session.ts';

const MAX_CALLS = 5_000;
const MAX_PEOPLE = 10_000;
export const MAX_HOURS = 200;
const MAX_CALENDAR_DAYS = 62;

/** Days of the calendar of whoever it is. Without them it is this week, without a person one's own. */
export const TeamCalendarRequest = z
  .strictObject({
    person: z.optional(z.guid('Please name the person by their id')),
    from: z.optional(Day),
    until: z.optional(Day),
  })
  .check(
    z.refine(({ from, until }) => until === undefined || from !== undefined, {
      path: ['from'],
      error: 'Please say from which day',
    }),
    z.refine(({ from, until }) => !(from && until) || until >= from, {
      path: ['until'],
      error: 'Please choose a day that is not before the first',
    }),
    z.refine(({ from, until }) => !(from && until) || daysBetween(from, until) < MAX_CALENDAR_DAYS, {
      path: ['until'],
      error: `Please ask for ${MAX_CALENDAR_DAYS} days at most`,
    }),
  );

const Named = z.object({ id: z.guid(), name: Line });

export const CalendarAppointment = z.object({
  id: z.guid(),
  /** How often it has changed: sent along with the next change. */
  version: Count,
  patient: Named,
  /** 'Call' for administrators. */
  kind: Line,
  host: Named,
  startsAt: InstantText,
  /** Null for administrators: how long a call takes tells its kind. */
  endsAt: z.nullable(InstantText),
  outcome: z.nullable(z.enum(CALL_OUTCOMES)),
  /** Its host is away then, or has left: it waits to be moved, given to a colleague or canceled. */
  unsettled: z.boolean(),
  mayChange: z.boolean(),
  /** Whether whoever asks may say how it went. */
  mayTell: z.boolean(),
});
export type CalendarAppointment = z.output<typeof CalendarAppointment>;
export const CalendarAppointments = listOf(CalendarAppointment, MAX_CALLS);

/** ISO weekdays, Monday is 1; by the clock of the person's own zone. */
export const Hours = z.object({ weekday: Count, from: Line, until: Line });
export type CalendarHours = z.output<typeof Hours>;
export const HoursList = listOf(Hours, MAX_HOURS);

const Absence = z.object({
  id: z.guid(),
  from: InstantText,
  until: InstantText,
  /** Null where every coach sees the patients. */
  coveredBy: z.nullable(Named),
});
export type CalendarAbsence = z.output<typeof Absence>;

const Person = z.object({ id: z.guid(), name: Line, role: TeamRole, hasLeft: z.boolean() });
export type CalendarPerson = z.output<typeof Person>;

export const TeamCalendarAnswer = z.object({
  /** Null where nobody takes calls yet. */
  person: z.nullable(z.object({ ...Person.shape, timeZone: Line })),
  from: InstantText,
  calls: CalendarAppointments,
  /** All that are ahead, also outside the days asked for: nothing is forgotten silently. */
  unsettled: CalendarAppointments,
  hours: HoursList,
  absences: listOf(Absence, MAX_CALLS),
  /** Whole days off that the clinic's command set. */
  daysOff: listOf(InstantText, MAX_CALENDAR_DAYS),
  people: listOf(Person, MAX_PEOPLE),
  /** What can be booked; nothing for administrators. */
  kinds: listOf(z.object({ slug: Line, name: Line }), 1_000),
  reader: z.object({ id: z.guid(), role: TeamRole, timeZone: Line }),
  now: InstantText,
});
export type TeamCalendar = z.output<typeof TeamCalendarAnswer>;

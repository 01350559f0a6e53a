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
/** No screen has room for more columns. */
export const MAX_OTHERS = 7;

/** Ids of colleagues, separated by commas in the address. */
const People = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(500)),
    z.transform((ids: string) => ids.split(',')),
  ),
  z
    .array(z.guid('Please select people'))
    .check(z.maxLength(MAX_OTHERS, `Please select ${MAX_OTHERS} colleagues at most`)),
);

/**
 * The days of anyone's calendar. Defaults: this week, and the reader's own calendar. `with` names colleagues
 * to show next to it.
 */
export const TeamCalendarRequest = z
  .strictObject({
    person: z.optional(z.guid('Please select a person')),
    from: z.optional(Day),
    until: z.optional(Day),
    with: z.optional(People),
  })
  .check(
    z.refine(({ from, until }) => until === undefined || from !== undefined, {
      path: ['from'],
      error: 'Please select the first day',
    }),
    z.refine(({ from, until }) => !(from && until) || until >= from, {
      path: ['until'],
      error: 'Please select a day that is not before the first',
    }),
    z.refine(({ from, until }) => !(from && until) || daysBetween(from, until) < MAX_CALENDAR_DAYS, {
      path: ['until'],
      error: `Please ask for ${MAX_CALENDAR_DAYS} days at most`,
    }),
  );

const Named = z.object({ id: z.guid(), name: Line });

export const CalendarAppointment = z.object({
  id: z.guid(),
  /** How often the call has changed. The next change has to send this number. */
  version: Count,
  patient: Named,
  /** Administrators read 'Call'. */
  kind: Line,
  host: Named,
  startsAt: InstantText,
  endsAt: InstantText,
  outcome: z.nullable(z.enum(CALL_OUTCOMES)),
  /**
   * The host is away then, or has left the clinic. The call has to be rescheduled, reassigned or canceled.
   */
  unsettled: z.boolean(),
  mayChange: z.boolean(),
  /** Whether the reader may record the outcome. */
  mayTell: z.boolean(),
});
export type CalendarAppointment = z.output<typeof CalendarAppointment>;
export const CalendarAppointments = listOf(CalendarAppointment, MAX_CALLS);

/** ISO weekdays, Monday is 1; by the clock of the person's own zone. */
const Hours = z.object({ weekday: Count, from: Line, until: Line });
export type CalendarHours = z.output<typeof Hours>;
export const HoursList = listOf(Hours, MAX_HOURS);

const Absence = z.object({
  id: z.guid(),
  from: InstantText,
  until: InstantText,
  /** Null if all coaches cover the patients. */
  coveredBy: z.nullable(Named),
});
export type CalendarAbsence = z.output<typeof Absence>;

const Person = z.object({ id: z.guid(), name: Line, role: TeamRole, hasLeft: z.boolean() });
export type CalendarPerson = z.output<typeof Person>;

const ZonedPerson = z.object({ ...Person.shape, timeZone: Line });
/** Whole days off, set with the clinic's command. */
const DaysOff = listOf(InstantText, MAX_CALENDAR_DAYS);

/**
 * Busy times from the person's own calendar. For a colleague who isn't an administrator, calls are busy times
 * too.
 */
const TakenTimes = listOf(z.object({ from: InstantText, until: InstantText }), 2 * MAX_CALLS);

/** A colleague's days, next to the person's own. */
const OtherCalendar = z.object({
  person: ZonedPerson,
  hours: HoursList,
  absences: listOf(Absence, MAX_CALLS),
  daysOff: DaysOff,
  /** Only administrators get the calls. Others only see which times are taken. */
  calls: CalendarAppointments,
  taken: TakenTimes,
});
export type OtherCalendar = z.output<typeof OtherCalendar>;

export const TeamCalendarAnswer = z.object({
  /** Null if no one takes calls yet. */
  person: z.nullable(ZonedPerson),
  others: listOf(OtherCalendar, MAX_OTHERS),
  from: InstantText,
  calls: CalendarAppointments,
  taken: TakenTimes,
  /**
   * All of the person's upcoming calls, even outside these days, and colleagues' calls of the coming week, so
   * that none is forgotten.
   */
  unsettled: CalendarAppointments,
  hours: HoursList,
  absences: listOf(Absence, MAX_CALLS),
  daysOff: DaysOff,
  people: listOf(Person, MAX_PEOPLE),
  /** The call types that can be booked. Administrators read their neutral names. */
  kinds: listOf(z.object({ slug: Line, name: Line }), 1_000),
  reader: z.object({ id: z.guid(), role: TeamRole, timeZone: Line }),
  now: InstantText,
});
export type TeamCalendar = z.output<typeof TeamCalendarAnswer>;

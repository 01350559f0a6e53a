import { MINUTE, type Instant } from '../time/instant.ts';
import { weekdayOf, type LocalDate } from '../time/day.ts';
import { instantOf, localDate, type LocalTime } from '../time/local.ts';

export type AppointmentRules = {
  durationMinutes: number;
  /** Kept free after the call, for the host to write it up. It may extend past the host's hours. */
  bufferMinutes: number;
  minimumNoticeMinutes: number;
  horizonDays: number;
};

/** Hours end on the day they start, at '24:00' at the latest; a night shift is two entries. */
export type WeeklyHours = { weekday: number; from: LocalTime; until: LocalTime };

export type Host = {
  id: string;
  timeZone: string;
  weeklyHours: readonly WeeklyHours[];
  daysOff: readonly LocalDate[];
  /** Left out for someone who is never away for hours or days at a time. */
  absences?: readonly Absence[];
};

/** Calls may end when it starts and start when it ends. */
export type Absence = { from: Instant; until: Instant };

/** A host's existing calls, each with its buffer. */
export type Booked = { hostId: string; busyFrom: Instant; busyUntil: Instant };

export type Availability = {
  type: AppointmentRules;
  hosts: readonly Host[];
  booked: readonly Booked[];
  now: Instant;
};

export type OpenBlock = { opensAt: Instant; closesAt: Instant };

/** When a host works on a day in their own calendar, in order and never overlapping; a block may be empty. */
export function openBlocks(host: Host, date: LocalDate): OpenBlock[] {
  if (host.daysOff.includes(date)) return [];
  const weekday = weekdayOf(date);
  const blocks = host.weeklyHours
    .filter((hours) => hours.weekday === weekday)
    .map(({ from, until }) => ({
      opensAt: instantOf(date, from, host.timeZone),
      closesAt: instantOf(date, until, host.timeZone),
    }));
  return withoutOverlaps(blocks.sort((a, b) => a.opensAt - b.opensAt));
}

function withoutOverlaps(blocks: OpenBlock[]): OpenBlock[] {
  let closedUntil = Number.NEGATIVE_INFINITY;
  return blocks.map(({ opensAt, closesAt }) => {
    const block = { opensAt: Math.max(opensAt, closedUntil), closesAt };
    closedUntil = Math.max(closedUntil, closesAt);
    return block;
  });
}

type Times = { startsAt: Instant; endsAt: Instant };

export const isAway = ({ absences = [] }: Host, { startsAt, endsAt }: Times): boolean =>
  absences.some(({ from, until }) => from < endsAt && startsAt < until);

/** Whether a host can take over a call at its time: the notice no longer matters. */
export function canTake(
  host: Host,
  booked: readonly Booked[],
  { startsAt, endsAt, bufferMinutes }: Times & { bufferMinutes: number },
): boolean {
  const busyUntil = endsAt + bufferMinutes * MINUTE;
  const works = openBlocks(host, localDate(startsAt, host.timeZone)).some(
    ({ opensAt, closesAt }) => opensAt <= startsAt && endsAt <= closesAt,
  );
  return (
    works &&
    !isAway(host, { startsAt, endsAt }) &&
    !booked.some((call) => call.hostId === host.id && call.busyFrom < busyUntil && startsAt < call.busyUntil)
  );
}

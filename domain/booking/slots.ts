import { DAY, MINUTE, type Instant } from '../time/instant.ts';
import { addDays, type LocalDate } from '../time/day.ts';
import { endOfDay, localDate, startOfDay } from '../time/local.ts';
import { memoize } from '../time/memoize.ts';
import {
  isAway,
  openBlocks,
  type AppointmentRules,
  type Availability,
  type Booked,
  type Host,
} from './availability.ts';

/** `hostIds` are the free hosts, the one with the fewest calls that day first. */
export type OfferedSlot = { startsAt: Instant; endsAt: Instant; hostIds: string[] };

export type SlotSearch = Availability & { from: Instant; until: Instant };

/** Both ends included. */
type Starts = { earliest: Instant; latest: Instant };
type FreeHost = { hostId: string; callsThatDay: number };

/**
 * The slots that start at `from` or later and before `until`. `booked` must include everything on the
 * hosts' days in that time; extra entries do no harm.
 */
export function offeredSlots({ type, hosts, booked, from, until, now }: SlotSearch): OfferedSlot[] {
  const starts = {
    earliest: Math.max(from, now + type.minimumNoticeMinutes * MINUTE),
    latest: Math.min(until - 1, now + type.horizonDays * DAY),
  };
  if (starts.earliest > starts.latest) return [];

  const bookedByHost = byHost(booked);
  const free = new Map<Instant, FreeHost[]>();
  const daysIn = memoize(hosts.length, (zone: string) => daysOf(starts, zone));
  for (const host of hosts) {
    for (const date of daysIn(host.timeZone))
      collectFree(free, date, host, bookedByHost.get(host.id) ?? [], type, starts);
  }

  return [...free.entries()]
    .sort(([a], [b]) => a - b)
    .map(([startsAt, freeHosts]) => ({
      startsAt,
      endsAt: startsAt + type.durationMinutes * MINUTE,
      hostIds: fairly(freeHosts),
    }));
}

function byHost(booked: readonly Booked[]): Map<string, Booked[]> {
  const grouped = new Map<string, Booked[]>();
  for (const call of booked) {
    const calls = grouped.get(call.hostId);
    if (calls) calls.push(call);
    else grouped.set(call.hostId, [call]);
  }
  return grouped;
}

function daysOf({ earliest, latest }: Starts, zone: string): LocalDate[] {
  const last = localDate(latest, zone);
  const days: LocalDate[] = [];
  for (let date = localDate(earliest, zone); date <= last; date = addDays(date, 1)) days.push(date);
  return days;
}

function collectFree(
  free: Map<Instant, FreeHost[]>,
  date: LocalDate,
  host: Host,
  booked: readonly Booked[],
  type: AppointmentRules,
  starts: Starts,
): void {
  const freeStarts = freeStartsOn(date, host, booked, type, starts);
  if (freeStarts.length === 0) return;
  const callsThatDay = countCalls(date, host, booked);
  for (const startsAt of freeStarts) {
    const others = free.get(startsAt);
    if (others) others.push({ hostId: host.id, callsThatDay });
    else free.set(startsAt, [{ hostId: host.id, callsThatDay }]);
  }
}

// Steps are counted in real minutes from the opening, not on the wall clock, so a block with a clock change
// holds as many slots as it has time.
function freeStartsOn(
  date: LocalDate,
  host: Host,
  booked: readonly Booked[],
  type: AppointmentRules,
  { earliest, latest }: Starts,
): Instant[] {
  const duration = type.durationMinutes * MINUTE;
  const taken = duration + type.bufferMinutes * MINUTE;
  const step = stepMinutes(type) * MINUTE;
  return openBlocks(host, date).flatMap(({ opensAt, closesAt }) => {
    const inTheWay = booked.filter((call) => call.busyFrom < closesAt + taken && opensAt < call.busyUntil);
    // Writing up a call may happen during an absence.
    const isFree = (startsAt: Instant) =>
      !inTheWay.some((call) => call.busyFrom < startsAt + taken && startsAt < call.busyUntil) &&
      !isAway(host, { startsAt, endsAt: startsAt + duration });
    const found: Instant[] = [];
    for (let startsAt = opensAt; startsAt + duration <= closesAt && startsAt <= latest; startsAt += step) {
      if (startsAt >= earliest && isFree(startsAt)) found.push(startsAt);
    }
    return found;
  });
}

// Calls start on quarter hours, which people remember, and one host's slots never overlap. The buffer is
// not part of the step: it would move later calls to odd times even on an empty day.
const stepMinutes = (type: AppointmentRules): number =>
  Math.max(1, Math.ceil(type.durationMinutes / 15)) * 15;

function countCalls(date: LocalDate, host: Host, booked: readonly Booked[]): number {
  const [start, end] = [startOfDay(date, host.timeZone), endOfDay(date, host.timeZone)];
  return booked.filter((call) => call.busyFrom >= start && call.busyFrom <= end).length;
}

// The order among equals is fixed, so the same input always gives the same slots.
const fairly = (hosts: FreeHost[]): string[] =>
  hosts
    .sort((a, b) => a.callsThatDay - b.callsThatDay || (a.hostId < b.hostId ? -1 : 1))
    .map(({ hostId }) => hostId);

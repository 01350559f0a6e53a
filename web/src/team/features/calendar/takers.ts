import type { CalendarAppointment } from '@domain/contracts/team/team-calendar.ts';

export type Taker = { id: string; name: string; calls: CalendarAppointment[] };
type Named = { id: string; name: string };

/**
 * Who could take which of these calls, the colleague who can take most first. `free` lists the colleagues for
 * each call.
 */
export function takersOf(
  calls: readonly CalendarAppointment[],
  free: readonly (readonly Named[])[],
): Taker[] {
  const takers = new Map<string, Taker>();
  for (const [at, call] of calls.entries()) {
    for (const { id, name } of free[at] ?? []) {
      const taker = takers.get(id) ?? { id, name, calls: [] };
      taker.calls.push(call);
      takers.set(id, taker);
    }
  }
  return [...takers.values()].toSorted(
    (one, other) => other.calls.length - one.calls.length || one.name.localeCompare(other.name),
  );
}

import { localDate } from '../time/local.ts';
import { isAway, type Host } from './availability.ts';
import type { OfferedSlot } from './slots.ts';

type MoveRequest = {
  hosts: readonly Host[];
  /** The patient's own coach; null for a patient without one. */
  coachId: string | null;
  /** The host of the call being moved. */
  hostId?: string | undefined;
  /** The patient asked for other coaches. */
  others?: boolean | undefined;
};

/**
 * The slots this patient may book: with their own coach if that coach takes the type, and with others only
 * while the coach is away or on request. A call being moved may stay with its host. `hostIds` starts with
 * the expected host.
 */
export function slotsForPatient(slots: readonly OfferedSlot[], wish: MoveRequest): OfferedSlot[] {
  const { coachId, hostId, others } = wish;
  const coach = wish.hosts.find(({ id }) => id === coachId);
  if (!coach) return slots.map((slot) => ({ ...slot, hostIds: first(slot.hostIds, [hostId]) }));
  const isExpected = (id: string) => (others ? id !== coach.id : id === coach.id || id === hostId);
  return slots.flatMap((slot) => {
    const isOpenToAll = !others && isOff(coach, slot);
    const hostIds = isOpenToAll ? slot.hostIds : slot.hostIds.filter(isExpected);
    return hostIds.length === 0 ? [] : [{ ...slot, hostIds: first(hostIds, [coach.id, hostId]) }];
  });
}

/** The expected ones come first, in their order; the rest keep theirs. */
export function first(
  hostIds: readonly string[],
  expected: readonly (string | null | undefined)[],
): string[] {
  const leading = expected.filter(
    (id) => id !== null && id !== undefined && hostIds.includes(id),
  ) as string[];
  return [...new Set([...leading, ...hostIds])];
}

const isOff = (host: Host, slot: OfferedSlot): boolean =>
  isAway(host, slot) || host.daysOff.includes(localDate(slot.startsAt, host.timeZone));

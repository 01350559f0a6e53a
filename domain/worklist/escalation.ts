import type { Instant } from '../time/instant.ts';
import type { Item } from './item.ts';
import { mayEnd, type Owned, type Person } from './who-may-end.ts';

/**
 * Whether someone who can end the item has it. A colleague who cannot stops no alarm by taking it. An
 * overdue urgent item goes to the clinicians, and only one of them can take it then.
 */
export function heldInTime(item: Item & Owned, by: Person, at: Instant): boolean {
  const owner = item.isUrgent && at >= item.dueAt ? ('clinician' as const) : item.owner;
  return mayEnd({ ...item, owner }, by);
}

/**
 * An urgent item that no one who can end it takes in time goes to every clinician. Handed off, it keeps its
 * clock.
 */
export const isEscalated = ({ isUrgent, dueAt }: Item, isHeld: boolean, now: Instant): boolean =>
  isUrgent && !isHeld && now >= dueAt;

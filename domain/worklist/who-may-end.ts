import type { TeamRole } from '../contracts/team/team-session.ts';
import { endsOf } from './ends.ts';
import type { Item } from './item.ts';

export type Person = { id: string; role: TeamRole };

export type Owned = Pick<Item, 'rule' | 'owner' | 'ownerId'> & { handedTo: { id: string } | null };

/** Every coach can answer a late message, even once it is the clinicians'. */
const endsByReply = (item: Pick<Owned, 'rule'>): boolean => endsOf(item).acts.includes('reply');

/**
 * Who can end it, and so stop its alarm: for a clinician's item a clinician, for a call its host, the
 * colleague who got it or a clinician.
 */
export function mayEnd(item: Owned, { id, role }: Person): boolean {
  if (item.owner === 'administrator' || role === 'administrator') return role === item.owner;
  if (role === 'clinician' || endsByReply(item)) return true;
  return item.owner === 'coach' || (item.owner === 'host' && [item.ownerId, item.handedTo?.id].includes(id));
}

const COLLEAGUE = { id: '' };

/** Who it may be handed off to. A call belongs to its host, who may still ask a colleague. */
export const isFitFor = ({ rule, owner }: Pick<Owned, 'rule' | 'owner'>, role: TeamRole): boolean =>
  mayEnd({ rule, owner, ownerId: null, handedTo: COLLEAGUE }, { id: COLLEAGUE.id, role });

import type { Caller } from '../database/query-types.ts';

/**
 * Whom limits are counted for: a person, or the host of a call, who has no account but a link that was signed for one
 * state of that call. The link of an earlier state opens nothing, and counts apart. Null for everyone else.
 */
export function participantOf({ userId, claims }: Pick<Caller, 'userId' | 'claims'>): string | null {
  if (userId !== null) return userId;
  const { call_id: call, call_sequence: sequence } = JSON.parse(claims) as Partial<Record<string, string>>;
  return call === undefined ? null : `call ${call} ${sequence}`;
}

/**
 * The name that the server gives each side of a call; what a client calls itself would let one side end the other's window.
 * The policies let in the patient by their account and the host by their link, and no one else.
 */
export const sideInCall = (topic: string, { userId }: Pick<Caller, 'userId'>): 'host' | 'patient' | null => {
  if (!topic.startsWith('call:')) return null;
  return userId === null ? 'host' : 'patient';
};

/** By an account, a call's link or the service's key; the public key alone authenticates no one. */
export const isAuthenticated = (caller: Caller): boolean =>
  caller.role === 'service_role' || participantOf(caller) !== null;

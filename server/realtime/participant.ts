import type { Caller } from '../database/query-types.ts';

/**
 * The person that limits count for: an account, or a call's host or guest, who only has a link. A host's link
 * is signed for one state of the call; an older link opens nothing and counts separately. Null for everyone
 * else.
 */
export function participantOf({ userId, claims }: Pick<Caller, 'userId' | 'claims'>): string | null {
  if (userId !== null) return userId;
  const { call_id: call, call_sequence: sequence, guest_id: guest } = claimsOf(claims);
  if (guest !== undefined) return `guest ${guest}`;
  return call === undefined ? null : `call ${call} ${sequence}`;
}

/**
 * The server's name for each side of a call. A name chosen by the client could let one side close the other's
 * window. The policies admit the patient by account, and the host and a guest by their links.
 */
export const sideInCall = (
  topic: string,
  { userId, claims }: Pick<Caller, 'userId' | 'claims'>,
): 'host' | 'patient' | 'guest' | null => {
  if (!/^(call|guest):/.test(topic)) return null;
  if (userId !== null) return 'patient';
  return claimsOf(claims).guest_id === undefined ? 'host' : 'guest';
};

type LinkClaims = Partial<Record<'call_id' | 'call_sequence' | 'guest_id', string>>;

const claimsOf = (claims: string): LinkClaims => JSON.parse(claims) as LinkClaims;

/** By an account, a call's link or the service's key. The public key alone authenticates no one. */
export const isAuthenticated = (caller: Caller): boolean =>
  caller.role === 'service_role' || participantOf(caller) !== null;

import type { Caller } from '../database/query-types.ts';

/**
 * Whom limits are counted for: a person, or the host of a call, who has no account but a link that was signed for one
 * state of that call, or its guest. The link of an earlier state opens nothing, and counts apart. Null for everyone else.
 */
export function participantOf({ userId, claims }: Pick<Caller, 'userId' | 'claims'>): string | null {
  if (userId !== null) return userId;
  const { call_id: call, call_sequence: sequence, guest_id: guest } = claimsOf(claims);
  if (guest !== undefined) return `guest ${guest}`;
  return call === undefined ? null : `call ${call} ${sequence}`;
}

/**
 * The name that the server gives each side of a call; what a client calls itself would let one side end the other's window.
 * The policies let in the patient by their account, the host and a guest by their links, and no one else.
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

/** By an account, a call's link or the service's key; the public key alone authenticates no one. */
export const isAuthenticated = (caller: Caller): boolean =>
  caller.role === 'service_role' || participantOf(caller) !== null;

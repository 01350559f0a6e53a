import type { Caller } from '../database/query-types.ts';

/**
 * Whom limits are counted for: a person, or the host of a call, who has no account but a link that was signed for one
 * state of that call. The link of an earlier state opens nothing, and counts apart. Null for everybody else.
 */
export function participantOf({ userId, claims }: Pick<Caller, 'userId' | 'claims'>): string | null {
  if (userId !== null) return userId;
  const { call_id: call, call_sequence: sequence } = JSON.parse(claims) as Partial<Record<string, string>>;
  return call === undefined ? null : `call ${call} ${sequence}`;
}

/** By an account, a call's link or the service's key; the public key alone authenticates nobody. */
export const isAuthenticated = (caller: Caller): boolean =>
  caller.role === 'service_role' || participantOf(caller) !== null;

import type { Caller } from '../database/query-types.ts';

/**
 * Who pays: a person, or a call's host, who has no account but a link that was signed for one state of that call. The link
 * of an earlier state opens nothing, and so pays for nothing of the one that does. Null is nobody in particular.
 */
export function payerOf({ userId, claims }: Pick<Caller, 'userId' | 'claims'>): string | null {
  if (userId !== null) return userId;
  const { call_id: call, call_sequence: sequence } = JSON.parse(claims) as Partial<Record<string, string>>;
  return call === undefined ? null : `call ${call} ${sequence}`;
}

/** The clinic's own programs hold the service's key. */
export const isSomebody = (caller: Caller): boolean =>
  caller.role === 'service_role' || payerOf(caller) !== null;

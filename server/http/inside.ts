import type { Context } from 'hono';
import type { Caller } from '../database/query-types.ts';
import { clientAddress } from './client-address.ts';

/** The caller behind a request. An internal call passes it on in place of a socket. */
export type Behalf = {
  sessionId: string | null;
  /** The owner of the session. */
  userId?: string | null;
  client: string;
  /** A function that works for someone without a session counts against their address's share. */
  isForVisitor?: boolean;
  /** Unless they used a call's link. Then it counts against the call's share. */
  callId?: string | undefined;
  /** Aborts once the function's caller has been sent a timeout. */
  signal?: AbortSignal;
};

export function behalfIn(context: Context, trustProxy: boolean): Behalf {
  const { sessionId, userId, client, isForVisitor, callId, signal } = (context.env ?? {}) as Partial<Behalf>;
  return {
    sessionId: sessionId ?? null,
    userId: userId ?? null,
    client: client ?? clientAddress(context, trustProxy),
    isForVisitor: isForVisitor ?? false,
    callId,
    ...(signal && { signal }),
  };
}

/**
 * A function's own rights last no longer than the session it works for; a person's token has its own
 * lifetime.
 */
export function onBehalfOf(behalf: Behalf, proved: Caller): Caller {
  const { sessionId, userId, client, isForVisitor, callId, signal } = behalf;
  const caller = signal ? { ...proved, signal } : proved;
  if (caller.sessionId !== null) return caller;
  if (caller.role !== 'service_role' || isForVisitor)
    return { ...caller, sessionId, client, ...(callId !== undefined && { callId }) };
  return userId ? { ...caller, sessionId, forUserId: userId } : { ...caller, sessionId };
}

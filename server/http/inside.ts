import type { Context } from 'hono';
import type { Caller } from '../database/query-types.ts';
import { clientAddress } from './client-address.ts';

/** For whom a request is made. A call from inside the server carries it where one from outside has its socket. */
export type Behalf = {
  sessionId: string | null;
  /** Whose session it is. */
  userId?: string | null;
  client: string;
  /** A function works for somebody without a session, in the share of their address. */
  isForVisitor?: boolean;
  /** Unless they brought the link of a call: then it is the call's share. */
  callId?: string | undefined;
  /** Aborts when the function's caller was told that it took too long. */
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

/** A function's own rights last no longer than the session that it works for; a token of somebody's has its own. */
export function onBehalfOf(behalf: Behalf, proved: Caller): Caller {
  const { sessionId, userId, client, isForVisitor, callId, signal } = behalf;
  const caller = signal ? { ...proved, signal } : proved;
  if (caller.sessionId !== null) return caller;
  if (caller.role !== 'service_role' || isForVisitor)
    return { ...caller, sessionId, client, ...(callId !== undefined && { callId }) };
  return userId ? { ...caller, sessionId, forUserId: userId } : { ...caller, sessionId };
}

import type { Context } from 'hono';
import type { Caller } from '../database/database.ts';
import { clientAddress } from './client-address.ts';

/** For whom a request is made. A call from inside the server carries it where one from outside has its socket. */
export type Behalf = {
  sessionId: string | null;
  client: string;
  /** A function works for somebody without a session, in the share of their address. */
  isForVisitor?: boolean;
};

export function behalfIn(context: Context, trustProxy: boolean): Behalf {
  const { sessionId, client, isForVisitor } = (context.env ?? {}) as Partial<Behalf>;
  return {
    sessionId: sessionId ?? null,
    client: client ?? clientAddress(context, trustProxy),
    isForVisitor: isForVisitor ?? false,
  };
}

/** A function's own rights last no longer than the session that it works for; a token of somebody's has its own. */
export function onBehalfOf({ sessionId, client, isForVisitor }: Behalf, caller: Caller): Caller {
  if (caller.sessionId !== null) return caller;
  const isClinics = caller.role === 'service_role' && !isForVisitor;
  return isClinics ? { ...caller, sessionId } : { ...caller, sessionId, client };
}

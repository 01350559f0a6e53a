import type { Context } from 'hono';
import type { Caller } from '../database/database.ts';
import { clientAddress } from './client-address.ts';

/** For whom a request is made. A call from inside the server carries it where one from outside has its socket. */
export type Behalf = { sessionId: string | null; client: string };

export function behalfIn(context: Context, trustProxy: boolean): Behalf {
  const { sessionId, client } = (context.env ?? {}) as Partial<Behalf>;
  return { sessionId: sessionId ?? null, client: client ?? clientAddress(context, trustProxy) };
}

/** A function's own rights last no longer than the session that it works for; a token of somebody's has its own. */
export const onBehalfOf = ({ sessionId, client }: Behalf, caller: Caller): Caller =>
  caller.sessionId === null ? { ...caller, sessionId, client } : caller;

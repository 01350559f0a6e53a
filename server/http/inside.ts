import type { Context } from 'hono';
import type { Caller } from '../database/database.ts';

/** What a call from inside the server carries where one from outside has its socket. */
export type Inside = { sessionId: string | null };

/** A function's own rights last no longer than the session that it works for; a token of somebody's has its own. */
export function forSessionOf(context: Context, caller: Caller): Caller {
  const { sessionId = null } = (context.env ?? {}) as Partial<Inside>;
  return caller.sessionId === null && sessionId !== null ? { ...caller, sessionId } : caller;
}

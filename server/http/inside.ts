import type { Context } from 'hono';
import type { Caller } from '../database/database.ts';

/** What a call from inside the server carries where one from outside has its socket. */
export type Inside = { sessionId: string | null };

export const forSessionOf = (context: Context, caller: Caller): Caller =>
  forSession((context.env as Partial<Inside> | undefined)?.sessionId ?? null, caller);

/** A function's own rights last no longer than the session that it works for; a token of somebody's has its own. */
export const forSession = (sessionId: string | null, caller: Caller): Caller =>
  caller.sessionId === null && sessionId !== null ? { ...caller, sessionId } : caller;

import type pg from 'pg';

/** Who is asking, as proved by the credential: the database's policies decide from here on. */
export type Caller = {
  role: 'anon' | 'authenticated' | 'service_role';
  /** The credential's payload as JSON text, what `auth.jwt()` answers. */
  claims: string;
  userId: string | null;
  sessionId: string | null;
  /** The patient for whom a function asks with its own rights. */
  forUserId?: string;
  /** The address of somebody who is nobody yet, or for whom a function works. */
  client?: string;
  /** The call that a host's link was signed for, in that state of it: the next host has another link. */
  callId?: string;
  /** Aborts once nobody waits for the answer: what has not begun by then never does. */
  signal?: AbortSignal;
};

export type Statement = { text: string; values?: unknown[]; name?: string };
export type Row = Record<string, unknown>;
export type Result<R extends Row = Row> = pg.QueryResult<R>;
export type Query = <R extends Row = Row>(text: string, values?: unknown[]) => Promise<Result<R>>;

import type pg from 'pg';

/** The caller, as proved by the credential: from here on the database's policies decide. */
export type Caller = {
  role: 'anon' | 'authenticated' | 'service_role';
  /** The credential's payload as JSON text, which `auth.jwt()` returns. */
  claims: string;
  userId: string | null;
  sessionId: string | null;
  /** The patient on whose behalf a function uses its own rights. */
  forUserId?: string;
  /** The address of an unidentified client, or one that a function works for. */
  client?: string;
  /** The call, in the state that a host's link was signed for: the next host has another link. */
  callId?: string;
  /** Aborts once no one waits for the answer: what has not started by then never does. */
  signal?: AbortSignal;
};

export type Statement = { text: string; values?: unknown[]; name?: string };
export type Row = Record<string, unknown>;
export type Result<R extends Row = Row> = pg.QueryResult<R>;
export type Query = <R extends Row = Row>(text: string, values?: unknown[]) => Promise<Result<R>>;

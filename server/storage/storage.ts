import type { Context } from 'hono';
import type { Caller } from '../database/query-types.ts';
import type { Services } from '../services.ts';

/** What every call on files works with. */
export type Storage = Services & {
  callerOf: (context: Context) => Promise<Caller>;
  /** The address of whoever opens what needs no credential. */
  clientOf: (context: Context) => string;
};

/** The clinic's own programs, and this server where it acts for itself. */
export const SERVICE: Caller = {
  role: 'service_role',
  claims: '{"role":"service_role"}',
  userId: null,
  sessionId: null,
};

import type { Context } from 'hono';
import type { Caller } from '../database/query-types.ts';
import type { Services } from '../services.ts';

/** The services every storage route uses. */
export type Storage = Services & {
  callerOf: (context: Context) => Promise<Caller>;
  /** The client's IP address. Requests without a credential share the database by it. */
  clientOf: (context: Context) => string;
};

/** The clinic's own programs, and this server acting on its own behalf. */
export const SERVICE: Caller = {
  role: 'service_role',
  claims: '{"role":"service_role"}',
  userId: null,
  sessionId: null,
};

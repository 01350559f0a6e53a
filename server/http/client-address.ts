import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { rateLimitKey } from '../../supabase/functions/_shared/request/client-address.ts';

/** The client's address: the connection's, or the one a trusted proxy of ours reports. */
export const clientAddress = (context: Context, trustProxy: boolean): string =>
  addressOf(context.req.header('x-forwarded-for'), connected(context), trustProxy);

export function addressOf(
  header: string | string[] | undefined,
  remote: string | undefined,
  trustProxy: boolean,
): string {
  const forwarded = trustProxy ? header?.toString().split(',').at(-1)?.trim() : undefined;
  return rateLimitKey(forwarded || remote || 'unknown');
}

/** The server's internal requests come over no connection. */
const connected = (context: Context): string | undefined =>
  (context.env as { incoming?: unknown }).incoming ? getConnInfo(context).remote.address : undefined;

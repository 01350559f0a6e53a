import { isIPv6 } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** The client's address: the connection's, or the last hop's word for it where a proxy of ours is trusted. */
export const clientAddress = (context: Context, trustProxy: boolean): string =>
  addressOf(context.req.header('x-forwarded-for'), connected(context), trustProxy);

export function addressOf(
  header: string | string[] | undefined,
  remote: string | undefined,
  trustProxy: boolean,
): string {
  const forwarded = trustProxy ? header?.toString().split(',').at(-1)?.trim() : undefined;
  return household(forwarded || remote || 'unknown');
}

/** What the server asks of itself comes over no connection. */
const connected = (context: Context): string | undefined =>
  (context.env as { incoming?: unknown }).incoming ? getConnInfo(context).remote.address : undefined;

/** One customer of a provider holds a whole /64 of IPv6 addresses: all of it counts as one client. */
export function household(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1]!;
  const [before = '', after] = address.split('::');
  const left = before.split(':').filter(Boolean);
  const right = after === undefined ? [] : after.split(':').filter(Boolean);
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

import type { MiddlewareHandler } from 'hono';
import type { Settings } from '../settings/settings.ts';
import { Problem } from './problem.ts';

const LOCAL = /^(localhost|[^.]+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Outside production, anyone who reaches the server can read the demo's mailbox. A web page could reach it
 * through a domain that points to 127.0.0.1, so the server only answers to this machine's names and its own
 * address. With `--lan` it also answers to the machine's network addresses.
 */
export function answersTo(
  { production, siteUrl, lanAddresses }: Settings,
  host: string | undefined,
): boolean {
  if (production) return true;
  const url = `http://${host ?? ''}`;
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return LOCAL.test(hostname) || hostname === new URL(siteUrl).hostname || lanAddresses.includes(hostname);
}

export const localNames =
  (settings: Settings): MiddlewareHandler =>
  async (context, next) => {
    const host = context.req.header('host');
    // The server's own timers call internally, without a host. Every browser sends one.
    if (host !== undefined && !answersTo(settings, host))
      throw new Problem(421, 'unknown_host', 'Outside production the portal answers to localhost only.');
    await next();
  };

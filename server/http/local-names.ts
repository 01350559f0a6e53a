import type { MiddlewareHandler } from 'hono';
import type { Settings } from '../settings/settings.ts';
import { Problem } from './problem.ts';

const LOCAL = /^(localhost|[^.]+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Outside production anyone who reaches the server can read the demo's mailbox. A page on the web could reach it by a name of its
 * own that leads to 127.0.0.1, so the server answers to this machine's names and its own address alone. The one exception is
 * `--lan`: then it answers to the machine's addresses on its network, too.
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
    // The server's own timers call internally, without one; every browser sends it.
    if (host !== undefined && !answersTo(settings, host))
      throw new Problem(421, 'unknown_host', 'Outside production the portal answers to localhost only.');
    await next();
  };

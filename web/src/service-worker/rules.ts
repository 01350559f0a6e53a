/**
 * `file` never changes and is taken from the cache first. `latest` is asked for again, and kept for when there is no
 * network. `page` is one of the portal's own. All else, above all what the server knows about a patient, is left alone, and so is the
 * care team's workspace, which needs its server.
 */
export type Rule = 'file' | 'latest' | 'page' | 'leave';

type Asked = { method: string; mode: string; url: string };

const NOT_OURS = /^\/((auth|rest|functions|storage|realtime)\/v1|dev|health|team)(\/|$)/;

export function ruleFor({ method, mode, url }: Asked, origin: string): Rule {
  const { origin: from, pathname } = new URL(url);
  if (method !== 'GET' || from !== origin || NOT_OURS.test(pathname)) return 'leave';
  if (pathname.startsWith('/assets/')) return 'file';
  if (pathname === '/config.json' || /^\/(icons|art)\//.test(pathname)) return 'latest';
  return mode === 'navigate' ? 'page' : 'leave';
}

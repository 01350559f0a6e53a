import type { MiddlewareHandler } from 'hono';
import type { Settings } from '../settings/settings.ts';
import { outgoingOf } from './outgoing.ts';

/** Hashes of inline styles and scripts. */
export type Hashes = { styles: readonly string[]; scripts: readonly string[] };

/**
 * A page with inline styles or scripts lists their hashes. Older browsers do not count a socket to the
 * page's own origin as 'self'.
 */
export const contentPolicy = (
  connections: readonly string[],
  { styles, scripts }: Hashes = { styles: [], scripts: [] },
): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...connections].join(' '),
    "media-src 'self' blob:",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Where connections to this address lead. */
export const socketOrigin = (url: string): string => new URL(url).origin.replace(/^http/, 'ws');

/** Who may use camera, microphone and screen: only a call's page. */
export const permissions = (who: 'self' | ''): string =>
  `camera=(${who}), microphone=(${who}), display-capture=(${who}), geolocation=(), payment=(), usb=()`;

/** The headers that isolate a page, on every host that serves the portal. */
export const PAGE_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': permissions(''),
};

/** Only if the portal is always served over TLS. */
export const TLS_ONLY = { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' };

/**
 * Set on every answer, unless a route sets another value. API answers are for one person at one moment, so
 * they must not be cached.
 */
export function securityHeaders({ siteUrl, production }: Settings): MiddlewareHandler {
  const headers = Object.entries({
    'Content-Security-Policy': contentPolicy([socketOrigin(siteUrl)]),
    ...PAGE_HEADERS,
    'Cache-Control': 'no-store',
    ...(production && TLS_ONLY),
  });
  return (context, next) => {
    const outgoing = outgoingOf(context);
    for (const [name, value] of headers) outgoing?.setHeader(name, value);
    return next();
  };
}

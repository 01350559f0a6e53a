import type { MiddlewareHandler } from 'hono';
import type { Settings } from '../settings/settings.ts';
import { outgoingOf } from './outgoing.ts';

/**
 * A page that has styles of its own in it names their hash. Older browsers do not count a socket to the page's own origin
 * as 'self'.
 */
export const contentPolicy = (
  { siteUrl }: Pick<Settings, 'siteUrl'>,
  styleHash: string | null = null,
): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${styleHash === null ? '' : ` '${styleHash}'`}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${new URL(siteUrl).origin.replace(/^http/, 'ws')}`,
    "media-src 'self' blob:",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Who may use camera, microphone and screen: nobody, but for the page of a call. */
export const permissions = (who: 'self' | ''): string =>
  `camera=(${who}), microphone=(${who}), display-capture=(${who}), geolocation=(), payment=(), usb=()`;

/** On every answer, unless a route says otherwise. API answers are for one person and one moment: nothing may keep them. */
export function securityHeaders(settings: Settings): MiddlewareHandler {
  const headers = Object.entries({
    'Content-Security-Policy': contentPolicy(settings),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': permissions(''),
    'Cache-Control': 'no-store',
    ...(settings.production && { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' }),
  });
  return (context, next) => {
    const outgoing = outgoingOf(context);
    for (const [name, value] of headers) outgoing?.setHeader(name, value);
    return next();
  };
}

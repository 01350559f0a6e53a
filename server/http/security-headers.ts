import type { MiddlewareHandler } from 'hono';
import type { Settings } from '../settings.ts';
import { outgoingOf } from './outgoing.ts';

export const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self' blob:",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The same for a page with styles of its own in it. */
export const policyWithStyles = (hash: string): string =>
  POLICY.replace("style-src 'self'", `style-src 'self' '${hash}'`);

/** On every answer, unless a route says otherwise. API answers are for one person and one moment: nothing may keep them. */
export function securityHeaders({ production }: Settings): MiddlewareHandler {
  const headers = Object.entries({
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy':
      'camera=(self), microphone=(self), display-capture=(self), geolocation=(), payment=(), usb=()',
    'Cache-Control': 'no-store',
    ...(production && { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' }),
  });
  return (context, next) => {
    const outgoing = outgoingOf(context);
    for (const [name, value] of headers) outgoing?.setHeader(name, value);
    return next();
  };
}

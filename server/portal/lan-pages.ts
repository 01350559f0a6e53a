import type { MiddlewareHandler } from 'hono';

const SCRIPT = '<script src="/dev/lan.js"></script>';

/**
 * Only with --lan: a phone on the network has no TLS, and its browser leaves out part of `crypto`. Each page loads a script
 * that fills it in, so that the portal itself needs no code for it.
 */
export const lanPages: MiddlewareHandler = async (context, next) => {
  context.req.raw.headers.delete('Accept-Encoding'); // or the page would come compressed
  await next();
  if (!context.res.headers.get('Content-Type')?.startsWith('text/html')) return;
  const page = (await context.res.text()).replace('<head>', `<head>${SCRIPT}`);
  const headers = new Headers(context.res.headers);
  headers.delete('Content-Length');
  context.res = new Response(page, { status: context.res.status, headers });
};

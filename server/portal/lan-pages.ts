import type { MiddlewareHandler } from 'hono';

const SCRIPT = '<script src="/dev/lan.js"></script>';

/**
 * Only with --lan: a phone on the network has no TLS, and its browser leaves out part of `crypto`. Each page loads a script
 * that fills it in, so that the portal itself needs no code for it.
 */
export const lanPages: MiddlewareHandler = async (context, next) => {
  context.req.raw.headers.delete('Accept-Encoding'); // or the page would come compressed
  await next();
  const type = context.res.headers.get('Content-Type');
  if (!type?.startsWith('text/html')) return;
  const page = (await context.res.text()).replace('<head>', `<head>${SCRIPT}`);
  // Hono adds the headers of the page before, and with its length the end of this one would be cut off.
  context.res = new Response(page, { status: context.res.status, headers: { 'Content-Type': type } });
  context.res.headers.delete('Content-Length');
};

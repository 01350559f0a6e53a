import type { MiddlewareHandler } from 'hono';

const SCRIPT = '<script src="/dev/lan.js"></script>';

/**
 * Only with --lan: a phone on the network has no TLS, so its browser lacks part of `crypto`. Each page loads
 * a script that adds it, so that the portal itself needs no code for this.
 */
export const lanPages: MiddlewareHandler = async (context, next) => {
  context.req.raw.headers.delete('Accept-Encoding'); // otherwise the page would arrive compressed
  await next();
  const type = context.res.headers.get('Content-Type');
  if (!type?.startsWith('text/html')) return;
  const page = (await context.res.text()).replace('<head>', `<head>${SCRIPT}`);
  // Hono adds the headers of the original page, and its length would cut off the end of this one.
  context.res = new Response(page, { status: context.res.status, headers: { 'Content-Type': type } });
  context.res.headers.delete('Content-Length');
};

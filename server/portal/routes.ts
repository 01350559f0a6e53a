import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { contentPolicy, permissions, socketOrigin } from '../http/security-headers.ts';
import type { Services } from '../services.ts';
import type { Settings } from '../settings/settings.ts';
import { keptBuilds, WEB } from './builds.ts';
import { YEAR } from './static-headers.ts';
import { styleHash } from './style-hash.ts';

const DAY = 'public, max-age=86400';
const ASK_AGAIN = 'no-cache';
/** As it is, or compressed. */
const PAGE = /\.html(\.(br|gz|zst))?$/;

/** The portal's settings, and its pages unless they are served elsewhere, as while developing. */
export function portalRoutes(services: Pick<Services, 'settings' | 'keys'>, web = WEB): Hono {
  const { settings, keys } = services;
  const routes = new Hono().get('/config.json', (context) => {
    // Outside production the portal is reached by several names (localhost, 127.0.0.1): each is its own origin.
    const supabaseUrl = settings.production ? settings.siteUrl : new URL(context.req.url).origin;
    return context.json({ supabaseUrl, supabaseAnonKey: keys.anonKey, ...settings.clinic });
  });
  return existsSync(join(web, 'dist')) ? routes.route('/', pageRoutes(settings, web)) : routes;
}

/** The built portal. Files with a hash in their name never change, pictures seldom; all others are asked for again. */
function pageRoutes(settings: Settings, web: string): Hono {
  // The build that was there at the start, whatever takes its place later: pages and their parts belong together.
  const root = realpathSync(join(web, 'dist'));
  /** A page's own styles stand in it, known by their hash; any other style in it would be somebody else's. */
  const allowItsStyles = async (path: string, context: Context) => {
    const hash = await styleHash(path.replace(PAGE, '.html'));
    const policy = contentPolicy([socketOrigin(settings.siteUrl)], hash === null ? [] : [hash]);
    context.header('Content-Security-Policy', policy);
  };
  const files = serveStatic({
    root,
    precompressed: true,
    onFound: async (path, context) => {
      if (PAGE.test(path)) await allowItsStyles(path, context);
      const keep = path.includes('/assets/') ? YEAR : /\/(art|icons)\//.test(path) ? DAY : ASK_AGAIN;
      context.header('Cache-Control', keep);
    },
  });
  const page = serveStatic({
    root,
    path: 'index.html',
    precompressed: true,
    onFound: async (path, context) => {
      await allowItsStyles(path, context);
      context.header('Cache-Control', ASK_AGAIN);
    },
  });

  // The one page that may use camera, microphone and screen. Its token has dots, which make no file of it.
  const callRoom = serveStatic({
    root,
    path: 'call/index.html',
    precompressed: true,
    onFound: async (path, context) => {
      await allowItsStyles(path, context);
      context.header('Cache-Control', ASK_AGAIN);
      context.header('Permissions-Policy', permissions('self'));
    },
  });

  return new Hono()
    .get('/call/:token', callRoom)
    .get('*', files)
    .get('/assets/*', fromOtherBuilds(web))
    .get('*', async (context, next) => {
      // A missing file is missing; any other path is a page of the portal, which knows its own 404.
      const looksLikeFile = /\.[a-z0-9]+$/i.test(context.req.path);
      if (looksLikeFile) return context.json({ code: 'not_found', message: 'There is no such file.' }, 404);
      return page(context, next);
    });
}

/** A page that was open during an upgrade goes on asking for the parts that it was built with. */
const fromOtherBuilds =
  (web: string): MiddlewareHandler =>
  async (context, next) => {
    for (const root of await keptBuilds(web)) {
      const found = await serveStatic({ root, precompressed: true })(context, async () => {});
      found?.headers.set('Cache-Control', YEAR);
      if (found) return found;
    }
    return next();
  };

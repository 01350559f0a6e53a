import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { contentPolicy, permissions, socketOrigin } from '../http/security-headers.ts';
import type { Services } from '../services.ts';
import type { Settings } from '../settings/settings.ts';
import { keptBuilds, WEB } from './builds.ts';
import { honorIfRange } from './if-range.ts';
import { YEAR } from './static-headers.ts';
import { inlineHashes } from './inline-hashes.ts';
import { lanPages } from './lan-pages.ts';

const DAY = 'public, max-age=86400';
const REVALIDATE = 'no-cache';
/** Precompressed if the browser accepts it. */
const PAGE = /\.html(\.(br|gz|zst))?$/;

type Known = Pick<Services, 'settings' | 'keys'> & { readClinic: () => Promise<object> };

/** The portal's settings, and its pages unless another server has them, as in development. */
export function portalRoutes({ settings, keys, readClinic }: Known, web = WEB): Hono {
  const routes = new Hono().get('/config.json', async (context) => {
    // Outside production the portal has several names (localhost, 127.0.0.1), each with its own origin.
    const supabaseUrl = settings.production ? settings.siteUrl : new URL(context.req.url).origin;
    const demo = settings.demoData && { demo: true };
    return context.json({ supabaseUrl, supabaseAnonKey: keys.anonKey, ...demo, ...(await readClinic()) });
  });
  if (settings.lanAddresses.length > 0) routes.use(lanPages);
  return existsSync(join(web, 'dist')) ? routes.route('/', pageRoutes(settings, web)) : routes;
}

/** The built portal. Files with a hash in their name never change, pictures seldom; browsers revalidate all others. */
function pageRoutes(settings: Settings, web: string): Hono {
  // The build that was current at the start, even after a newer one replaces it: pages and their assets
  // belong together.
  const root = realpathSync(join(web, 'dist'));
  /** The policy allows the page's own styles and code by hash. Anything else would be an injection. */
  const allowItsOwn = async (path: string, context: Context) => {
    const hashes = await inlineHashes(path.replace(PAGE, '.html'));
    const policy = contentPolicy([socketOrigin(settings.siteUrl)], hashes);
    context.header('Content-Security-Policy', policy);
  };
  const files = serveStatic({
    root,
    precompressed: true,
    onFound: async (path, context) => {
      if (PAGE.test(path)) await allowItsOwn(path, context);
      const isPicture = /\/(art|icons|video)\//.test(path);
      context.header('Cache-Control', path.includes('/assets/') ? YEAR : isPicture ? DAY : REVALIDATE);
      // Players request parts of a video, and Safari requires that.
      if (path.includes('/video/')) context.header('Accept-Ranges', 'bytes');
    },
  });
  const page = serveStatic({
    root,
    path: 'index.html',
    precompressed: true,
    onFound: async (path, context) => {
      await allowItsOwn(path, context);
      context.header('Cache-Control', REVALIDATE);
    },
  });

  // One of the two pages that may use camera, microphone and screen. The dots in its token do not make it a file name.
  const callRoom = serveStatic({
    root,
    path: 'call/index.html',
    precompressed: true,
    onFound: async (path, context) => {
      await allowItsOwn(path, context);
      context.header('Cache-Control', REVALIDATE);
      context.header('Permissions-Policy', permissions('self'));
    },
  });

  // The care team's workspace is a separate front end, with one page for all of its addresses.
  const workspace = serveStatic({
    root,
    path: 'team.html',
    precompressed: true,
    onFound: async (path, context) => {
      await allowItsOwn(path, context);
      context.header('Cache-Control', REVALIDATE);
    },
  });

  // A call next to the record. The workspace opens it with a full page load, so that these headers apply.
  const workspaceCall: MiddlewareHandler = async (context, next) => {
    context.header('Permissions-Policy', permissions('self'));
    return workspace(context, next);
  };

  return new Hono()
    .get('/call/:token', callRoom)
    .get('/team/calls/*', workspaceCall)
    .get('/team/*', workspace)
    .get('/video/*', honorIfRange(root))
    .get('*', files)
    .get('/assets/*', fromOtherBuilds(web))
    .get('*', async (context, next) => {
      // A missing file is a 404. Any other path gets a portal page, which shows its own "not found".
      const looksLikeFile = /\.[a-z0-9]+$/i.test(context.req.path);
      if (looksLikeFile) return context.json({ code: 'not_found', message: 'There is no such file.' }, 404);
      return page(context, next);
    });
}

/** A page that was open during an upgrade still requests the assets of its own build. */
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

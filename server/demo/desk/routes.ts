import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import * as z from 'zod';
import { Email } from '../../../domain/contracts/fields/email.ts';
import { jsonBody } from '../../http/body.ts';
import { clientAddress } from '../../http/client-address.ts';
import { Problem } from '../../http/problem.ts';
import { read } from '../../auth/read.ts';
import type { Services } from '../../services.ts';
import { demoPeople } from '../people.ts';
import { DEMO_TIME_ZONE } from '../team.ts';
import { docPage, docPicture } from './docs.ts';
import { deskPage } from './page.ts';
import { DESK_SCRIPT, LAN_SCRIPT } from './scripts.ts';
import { skipWaits } from './skip-waits.ts';
import { DESK_STYLES } from './styles.ts';

const FONTS: Record<string, string> = {
  'fraunces.woff2': '@fontsource/fraunces/files/fraunces-latin-500-normal.woff2',
  'figtree.woff2': '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
};
const PACKAGES = join(import.meta.dirname, '../../../node_modules');

const text = (type: string, body: string) => () =>
  new Response(body, { headers: { 'Content-Type': `${type}; charset=utf-8` } });

const SignInBody = z.object({ email: Email });

/** Outside production and with demo data only: the demo people, and one click to sign in as each of them. */
export function deskRoutes(services: Services): Hono {
  const { database, now, settings } = services;
  return new Hono()
    .get('/', async (context) =>
      context.html(deskPage(await demoPeople(database), now().getTime(), DEMO_TIME_ZONE)),
    )
    .post('/sign-in', async (context) => {
      const { email } = read(SignInBody, await jsonBody(context));
      const client = clientAddress(context, settings.trustProxy);
      if (!(await skipWaits(services, email, client)))
        throw new Problem(404, 'not_found', 'This person is not in the demo data.');
      return context.json({});
    })
    .get('/desk.css', text('text/css', DESK_STYLES))
    .get('/desk.js', text('text/javascript', DESK_SCRIPT))
    .get('/lan.js', text('text/javascript', LAN_SCRIPT))
    .get('/fonts/:name', async (context) => {
      const file = FONTS[context.req.param('name')];
      const font = file && (await readFile(join(PACKAGES, file)).catch(() => null));
      return font ? context.body(font, 200, { 'Content-Type': 'font/woff2' }) : context.notFound();
    })
    .get('/docs/:path{.+\\.md}', async (context) => {
      const page = await docPage(context.req.param('path'));
      return page ? context.html(page) : context.notFound();
    })
    .get('/docs/:path{.+\\.webp}', async (context) => {
      const picture = await docPicture(context.req.param('path'));
      return picture ? context.body(picture, 200, { 'Content-Type': 'image/webp' }) : context.notFound();
    });
}

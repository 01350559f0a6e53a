import { Hono } from 'hono';
import { behalfIn } from '../http/inside.ts';
import { requestIdOf } from '../http/observe-requests.ts';
import type { Services } from '../services.ts';
import type { Rest } from './rest.ts';

/** One route for all tables, views and functions. */
export const restRoutes = (rest: Rest, { settings }: Pick<Services, 'settings'>): Hono =>
  new Hono().all('/*', async (context) => {
    const { raw, path } = context.req;
    const origin = {
      requestId: requestIdOf(context),
      behalf: behalfIn(context, settings.trustProxy),
      refuseUnsent: context.get('refuseUnsent'),
    };
    const { status, headers, body } = await rest(raw, path, origin);
    return new Response(body, { status, headers });
  });

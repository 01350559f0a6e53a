import { Hono } from 'hono';
import type { Services } from '../services.ts';

/** 200 while the database answers, 503 otherwise: what a load balancer asks. */
export function healthRoutes({ database }: Services): Hono {
  return new Hono().get('/health', async (context) => {
    const ready = await database.query('select 1').then(
      () => true,
      () => false,
    );
    return context.json({ status: ready ? 'ok' : 'unavailable' }, ready ? 200 : 503);
  });
}

import { Hono } from 'hono';
import type { Services } from '../services.ts';

/** For load balancers: 200 while the database answers, otherwise 503. Concurrent requests share one query. */
export function healthRoutes({ database }: Pick<Services, 'database'>): Hono {
  let asking: Promise<boolean> | null = null;

  function isReady(): Promise<boolean> {
    asking ??= database
      .query('select 1')
      .then(
        () => true,
        () => false,
      )
      .finally(() => (asking = null));
    return asking;
  }

  return new Hono().get('/health', async (context) => {
    const ready = await isReady();
    return context.json({ status: ready ? 'ok' : 'unavailable' }, ready ? 200 : 503);
  });
}

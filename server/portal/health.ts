import { Hono } from 'hono';
import type { Services } from '../services.ts';

/** 200 while the database answers, 503 otherwise: what a load balancer asks. However many ask, one question is under way. */
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

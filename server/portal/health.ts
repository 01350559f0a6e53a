import { Hono } from 'hono';
import type { Services } from '../services.ts';

/** Whoever asks more often hears the same, and costs nothing. */
const REMEMBERED_MS = 1_000;

/** 200 while the database answers, 503 otherwise: what a load balancer asks. */
export function healthRoutes({ database }: Pick<Services, 'database'>, now = () => performance.now()): Hono {
  let latest: Promise<boolean> | null = null;
  let askAgainAt = 0;

  function isReady(): Promise<boolean> {
    if (latest && now() < askAgainAt) return latest;
    // Until there is an answer, nobody asks again.
    askAgainAt = Number.POSITIVE_INFINITY;
    const settled = (answer: boolean) => {
      askAgainAt = now() + REMEMBERED_MS;
      return answer;
    };
    latest = database.query('select 1').then(
      () => settled(true),
      () => settled(false),
    );
    return latest;
  }

  return new Hono().get('/health', async (context) => {
    const ready = await isReady();
    return context.json({ status: ready ? 'ok' : 'unavailable' }, ready ? 200 : 503);
  });
}

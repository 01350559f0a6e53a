import { createHash, timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono, type Context } from 'hono';
import { Problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { databaseLines } from './database-lines.ts';
import { diskLines } from './disk-lines.ts';
import { single, type Metrics } from './metrics.ts';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/**
 * `/metrics`, for requests with METRICS_TOKEN. Without that setting, it is open to this machine only, and in
 * production to no one.
 */
export function metricsRoutes(services: Services, metrics: Metrics): Hono {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  return new Hono().get('/metrics', async (context) => {
    admitReader(services, context);
    const lines = [
      ...metrics.render(),
      ...(await databaseLines(services.database)),
      ...(await diskLines(services.settings.dataFolder)),
      ...processLines(delay.percentile(99) / 1e9),
    ];
    delay.reset();
    return context.body(`${lines.join('\n')}\n`, 200, {
      'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
    });
  });
}

/** Everyone else gets 404. */
function admitReader({ settings }: Services, context: Context): void {
  const { metricsToken, production } = settings;
  const allowed = metricsToken
    ? sameSecret(context.req.header('authorization') ?? '', `Bearer ${metricsToken}`)
    : !production && LOOPBACK.test(getConnInfo(context).remote.address ?? '');
  if (!allowed) throw new Problem(404, 'not_found', 'There is nothing at this address.');
}

const sameSecret = (one: string, other: string) => timingSafeEqual(digest(one), digest(other));
const digest = (text: string) => createHash('sha256').update(text).digest();

function processLines(lag: number): string[] {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const started = Date.now() / 1000 - process.uptime();
  return [
    ...single('process_resident_memory_bytes', 'gauge', 'Memory used by this server.', rss),
    ...single('nodejs_heap_used_bytes', 'gauge', 'Memory in use by the program.', heapUsed),
    ...single('process_cpu_seconds_total', 'counter', 'Processor time.', (user + system) / 1e6),
    ...single('process_start_time_seconds', 'gauge', 'When the server started.', Math.round(started)),
    ...single('nodejs_eventloop_lag_p99_seconds', 'gauge', 'Since the last scrape.', lag),
  ];
}

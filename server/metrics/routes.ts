import { createHash, timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono, type Context } from 'hono';
import { Problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { each, single, type Metrics } from './metrics.ts';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/** `/metrics`: with METRICS_TOKEN for whoever brings it; without, in production for nobody, else for this machine. */
export function metricsRoutes(services: Services, metrics: Metrics): Hono {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  return new Hono().get('/metrics', async (context) => {
    admitReader(services, context);
    const lines = [
      ...metrics.render(),
      ...(await databaseLines(services)),
      ...processLines(delay.percentile(99) / 1e9),
    ];
    delay.reset();
    return context.body(`${lines.join('\n')}\n`, 200, {
      'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
    });
  });
}

/** To everybody else there is no such page. */
function admitReader({ settings }: Services, context: Context): void {
  const { metricsToken, production } = settings;
  const allowed = metricsToken
    ? sameSecret(context.req.header('authorization') ?? '', `Bearer ${metricsToken}`)
    : !production && LOOPBACK.test(getConnInfo(context).remote.address ?? '');
  if (!allowed) throw new Problem(404, 'not_found', 'There is nothing at this address.');
}

const sameSecret = (given: string, wanted: string) => timingSafeEqual(digest(given), digest(wanted));
const digest = (text: string) => createHash('sha256').update(text).digest();

async function databaseLines({ database }: Services): Promise<string[]> {
  const { total, idle, waiting } = database.load();
  const outbox = await readOutbox(database).catch(() => null);
  return [
    ...each('portal_database_connections', 'Connections of the pool.', 'state', { busy: total - idle, idle }),
    ...single('portal_database_waiting', 'gauge', 'Requests that wait for a connection.', waiting),
    ...single('portal_database_up', 'gauge', 'Whether the database answers.', outbox ? 1 : 0),
    ...(outbox
      ? each('portal_outbox_messages', 'Mail and texts that are not sent.', 'state', {
          waiting: outbox.waiting,
          parked: outbox.parked,
        })
      : []),
  ];
}

async function readOutbox({ query }: Services['database']): Promise<{ waiting: number; parked: number }> {
  const { rows } = await query<{ waiting: number; parked: number }>(
    `select
       (select count(*)::int from public.outbox
        where sent_at is null and dropped_at is null and parked_at is null) as waiting,
       (select count(*)::int from public.outbox where parked_at is not null) as parked`,
  );
  return rows[0]!;
}

function processLines(lag: number): string[] {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const started = Date.now() / 1000 - process.uptime();
  return [
    ...single('process_resident_memory_bytes', 'gauge', 'Memory of the server alone.', rss),
    ...single('nodejs_heap_used_bytes', 'gauge', 'Memory in use by the program.', heapUsed),
    ...single('process_cpu_seconds_total', 'counter', 'Processor time.', (user + system) / 1e6),
    ...single('process_start_time_seconds', 'gauge', 'When the server started.', Math.round(started)),
    ...single('nodejs_eventloop_lag_p99_seconds', 'gauge', 'Since the last look here.', lag),
  ];
}

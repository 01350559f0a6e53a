import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabase } from './database/database.ts';
import { runningOn } from './embedded/lock.ts';
import { urlOfRunning } from './embedded/postgres.ts';
import { spawnPortal } from './testing/spawn-portal.ts';

test('a stop finishes the current request, takes no new one, and exits cleanly', async () => {
  const portal = await spawnPortal({ env: { PORTAL_IS_ELSEWHERE: 'true', DEMO_DATA: 'false' } });
  onTestFinished(() => portal.remove());
  const { socketFolder } = (await runningOn(portal.dataFolder))!;
  const database = createDatabase(await urlOfRunning(portal.dataFolder, socketFolder!));
  const { supabaseAnonKey: apikey } = (await (await fetch(`${portal.url}/config.json`)).json()) as {
    supabaseAnonKey: string;
  };

  // The request waits for a lock, like a slow one.
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: locked, resolve: hasLocked } = Promise.withResolvers<void>();
  const holding = database.transaction(async (query) => {
    await query('lock table public.blog_articles in access exclusive mode');
    hasLocked();
    await held;
  });
  await locked;
  const answer = fetch(`${portal.url}/rest/v1/blog_articles?select=id&limit=1`, { headers: { apikey } });
  await expect.poll(waiting, { timeout: 10_000 }).toBe(1);

  const exited = once(portal.process, 'exit');
  portal.process.kill('SIGTERM');
  await expect
    .poll(() =>
      fetch(`${portal.url}/health`).then(
        () => 'open',
        () => 'closed',
      ),
    )
    .toBe('closed');
  letGo();
  await holding;
  expect((await answer).status).toBe(200);
  expect(await (await answer).json()).toHaveLength(1);
  await database.end();
  expect(await exited).toEqual([0, null]);

  async function waiting(): Promise<unknown> {
    const { rows } = await database.query(
      `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock'`,
    );
    return rows[0]!['count'];
  }
});

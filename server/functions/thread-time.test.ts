import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import * as z from 'zod/mini';
import { expect, onTestFinished, test } from 'vitest';
import { defineFunction } from '../../supabase/functions/_shared/request/define-function.ts';
import { answerProblem } from '../http/answer-problem.ts';
import { newPatient } from '../testing/patient.ts';
import { withTestServer } from '../testing/test-server.ts';
import { functionRoutes } from './routes.ts';
import { watchThreadTime } from './thread-time.ts';

function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('anyone who keeps the thread busy has one call at a time; others get theirs right away', async () => {
  const server = await withTestServer();
  const gate = Promise.withResolvers<void>();
  const running = new Map<string, number>();
  const define = (run: (userId: string) => Promise<void>) =>
    defineFunction({
      method: 'GET',
      caller: 'patient',
      input: z.object({}),
      run: (_input, { userId }) => run(userId!),
    });
  const handlers = new Map([
    ['compute', define(async () => work(600))],
    [
      'wait',
      define(async (who) => {
        running.set(who, (running.get(who) ?? 0) + 1);
        await gate.promise;
      }),
    ],
    ['nothing', define(async () => {})],
  ]);
  const routes = functionRoutes(server, () => Promise.reject(new Error('not asked')), { handlers });
  routes.onError(answerProblem(server));
  const served = serve({ fetch: routes.fetch, port: 0, hostname: '127.0.0.1' });
  onTestFinished(() => void served.close());
  await once(served, 'listening');
  const call = async ({ token }: { token: string }, name: string) =>
    (
      await fetch(`http://127.0.0.1:${(served.address() as AddressInfo).port}/${name}`, {
        headers: {
          apikey: server.keys.anonKey,
          authorization: `Bearer ${token}`,
          'x-client-timezone': 'America/New_York',
        },
      })
    ).status;

  const [ann, ben, cleo] = await Promise.all([newPatient(server), newPatient(server), newPatient(server)]);
  for (let calls = 0; calls < 3; calls += 1) expect(await call(ann, 'compute')).toBe(200);
  const begun = performance.now();
  expect(await call(ann, 'nothing')).toBe(200);
  expect(performance.now() - begun).toBeGreaterThan(45);
  const waiting = [ann, ben].flatMap((who) => Array.from({ length: 5 }, () => call(who, 'wait')));
  await expect.poll(() => [running.get(ann.id), running.get(ben.id)]).toEqual([1, 5]);
  expect(await call(cleo, 'nothing')).toBe(200);
  expect(running.get(ann.id)).toBe(1);
  gate.resolve();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([200]));
});

test('the thread’s time is what is worked between queries, not the waiting', async () => {
  const { ask, spentMs } = watchThreadTime(async () => {
    await pause(200);
    return new Response();
  });
  work(30);
  await Promise.all([ask('', { headers: {} }), ask('', { headers: {} })]);
  work(30);
  await pause(200);
  expect(spentMs()).toBeGreaterThanOrEqual(60);
  expect(spentMs()).toBeLessThan(250);
});

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import * as z from 'zod/mini';
import { expect, onTestFinished, test } from 'vitest';
import { defineFunction, type Handler } from '../../supabase/functions/_shared/request/define-function.ts';
import { answerProblem } from '../http/answer-problem.ts';
import { withTestServer, type TestServer } from '../testing/test-server.ts';
import { functionRoutes } from './routes.ts';

/** The server's functions, with this one alone and a tenth of a second for it. */
async function ask(server: TestServer, handler: Handler): Promise<Response> {
  const routes = functionRoutes(
    server,
    (url, asking) => fetch(url.replace('http://portal.internal', server.url), asking),
    { handlers: new Map([['slow', handler]]), limits: { timeLimitMs: 100 } },
  );
  routes.onError(answerProblem(server));
  const served = serve({ fetch: routes.fetch, port: 0, hostname: '127.0.0.1' });
  onTestFinished(() => void served.close());
  await once(served, 'listening');
  const headers = { authorization: `Bearer ${server.keys.anonKey}` };
  const url = `http://127.0.0.1:${(served.address() as AddressInfo).port}/slow`;
  return fetch(url, { method: 'POST', headers, body: '{}' });
}

test('a function that hangs is ended with 504, and writes nothing afterward', async () => {
  const server = await withTestServer();
  const gate = Promise.withResolvers<void>();
  const finished = Promise.withResolvers<unknown>();
  onTestFinished(() => gate.resolve());
  const handler = defineFunction({
    method: 'POST',
    caller: 'anyone',
    input: z.object({}),
    run: async (_input, { service }) => {
      await service.from('invitations').insert(invitation('before')).throwOnError();
      await gate.promise;
      const late = service.from('invitations').insert(invitation('after')).throwOnError();
      finished.resolve(
        await late.then(
          () => 'written',
          (error: unknown) => error,
        ),
      );
    },
  });
  const response = await ask(server, handler);
  expect(response.status).toBe(504);
  expect(await response.json()).toEqual({
    code: 'timeout',
    message: 'This took too long. Please try again.',
  });
  gate.resolve();
  expect(await finished.promise).toBeInstanceOf(Error);
  const { rows } = await server.database.query('select email from public.invitations');
  expect(rows).toEqual([{ email: 'before@example.com' }]);
});

const invitation = (name: string) => ({
  email: `${name}@example.com`,
  first_name: name,
  last_name: name,
});

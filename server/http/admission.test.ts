import { expect, test } from 'vitest';
import { withTestServer } from '../testing/test-server.ts';

test('while too many wait for the database, new requests are told when to come back; then all is as before', async () => {
  const server = await withTestServer();
  const ask = () =>
    fetch(`${server.url}/rest/v1/customers`, { headers: { apikey: server.keys.serviceRoleKey } });
  expect((await ask()).status).toBe(200);

  const { promise: work, resolve: finish } = Promise.withResolvers<void>();
  const busy = Array.from({ length: 10 }, () => server.database.transaction(() => work));
  await expect.poll(() => server.database.load().idle).toBe(0);
  const patient = Array.from({ length: 200 }, ask);
  await expect.poll(() => server.database.load().waiting).toBe(200);

  const refused = await ask();
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(await refused.json()).toMatchObject({ code: 'overloaded' });

  finish();
  await Promise.all(busy);
  for (const answer of await Promise.all(patient)) expect(answer.status).toBe(200);
  expect((await ask()).status).toBe(200);
});

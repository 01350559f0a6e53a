import { expect, test } from 'vitest';
import { withTestServer } from '../testing/test-server.ts';
import { gatherCrowd, percentile } from './testing/crowd.ts';

// Here the server, its 500 clients and other tests share two cores, so the bound only finds work that grows with the square of the crowd; `npm run soak -- crowd`
// holds 100 ms for a server with a process of its own.
test('a message reaches all 500 open sockets, 99% of them within five seconds', async () => {
  const server = await withTestServer();
  const { anonKey, serviceRoleKey } = server.keys;
  const crowd = await gatherCrowd({ url: server.url, anonKey, serviceRoleKey }, 500);
  const delays = await crowd.broadcast(20);
  crowd.leave();
  expect(delays).toHaveLength(10_000);
  expect(percentile(delays, 0.99)).toBeLessThan(5_000);
});

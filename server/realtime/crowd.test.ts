import { expect, test } from 'vitest';
import { withTestServer } from '../testing/test-server.ts';
import { gatherCrowd, percentile } from './testing/crowd.ts';

test('what is said to 500 open sockets is heard by each of them, by 99 of 100 within 100 ms', async () => {
  const server = await withTestServer();
  const { anonKey, serviceRoleKey } = server.keys;
  const crowd = await gatherCrowd({ url: server.url, anonKey, serviceRoleKey }, 500);
  await crowd.hear(3);
  const delays = await crowd.hear(10);
  crowd.leave();
  expect(delays).toHaveLength(5_000);
  expect(percentile(delays, 0.99)).toBeLessThan(100);
});

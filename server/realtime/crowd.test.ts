import { expect, test } from 'vitest';
import { withTestServer } from '../testing/test-server.ts';
import { gatherCrowd, percentile } from './testing/crowd.ts';

test('what is said to 500 open sockets is heard by each of them, by 99 of 100 within 100 ms', async () => {
  const server = await withTestServer();
  const { anonKey, serviceRoleKey } = server.keys;
  const crowd = await gatherCrowd({ url: server.url, anonKey, serviceRoleKey }, 500);
  await crowd.hear(3);
  // The best of five: a machine that does something else meanwhile says nothing about the server.
  const worst: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const delays = await crowd.hear(4);
    expect(delays).toHaveLength(2_000);
    worst.push(percentile(delays, 0.99));
  }
  crowd.leave();
  expect(Math.min(...worst)).toBeLessThan(100);
});

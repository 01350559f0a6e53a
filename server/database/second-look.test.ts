import { expect, test, vi } from 'vitest';
import { createSecondLook } from './second-look.ts';
import { createShares, TooManyAtOnce, visitor } from './shares.ts';

test('of thousands who are refused, a thousand wait for a second check and the rest are told right away', async () => {
  const inShare = createShares({ maxAtOnce: 1, maxWaiting: 1, secondLook: createSecondLook(60_000) });
  const asker = visitor('192.0.2.1');
  const { promise: work, resolve: finish } = Promise.withResolvers<void>();
  const served = [inShare(asker, () => work), inShare(asker, () => work)];
  let refusals = 0;
  const refused = Array.from({ length: 3_000 }, () =>
    inShare(asker, () => work).catch((error: unknown) => {
      expect(error).toBeInstanceOf(TooManyAtOnce);
      refusals += 1;
    }),
  );
  expect(refused).toHaveLength(3_000);
  await vi.waitFor(() => expect(refusals).toBe(2_000));
  finish();
  await Promise.all(served);
});

test('anyone who waited makes room for the next', async () => {
  const look = createSecondLook(20, 1);
  const began = performance.now();
  for (let turn = 0; turn < 3; turn += 1) await look();
  expect(performance.now() - began).toBeGreaterThan(50);
});

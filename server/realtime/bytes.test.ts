import { expect, test } from 'vitest';
import { createBytes } from './bytes.ts';
import type { Channel } from './hub.ts';
import { LIMITS } from './limits.ts';

const socketOf = (userId: string | null, address: string) => ({
  address,
  channels: new Map(userId === null ? [] : [['room', { caller: { userId } } as Channel]]),
});

test('so many bytes a second of a person, on whichever socket, and of an address before anybody is known', () => {
  let clock = 0;
  const bytes = createBytes({ ...LIMITS, bytesPerSecond: 10, bytesAtOnce: 100 }, 2, () => clock);
  const spend = (userId: string | null, address: string, amount: number) =>
    bytes.maySpend(socketOf(userId, address), amount);
  expect([spend('one', 'here', 60), spend('one', 'there', 41), spend('one', 'there', 40)]).toEqual([
    true,
    false,
    true,
  ]);
  expect([spend('two', 'here', 100), spend(null, 'here', 200), spend(null, 'here', 1)]).toEqual([
    true,
    true,
    false,
  ]);
  clock = 2_000;
  expect([spend('one', 'here', 20), spend('one', 'here', 1)]).toEqual([true, false]);
});

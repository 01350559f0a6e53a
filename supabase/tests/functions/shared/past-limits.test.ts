import { expect, test } from 'vitest';
import { createPastLimits } from '../../../functions/_shared/request/past-limits.ts';

test('a client past a limit is told the remaining wait, and the database is asked again only after it', async () => {
  let [time, asked, wait] = [0, 0, 0];
  const pastLimits = createPastLimits(() => time);
  const waitOf = (who: string) =>
    pastLimits.waitOf(who, async () => {
      asked += 1;
      return wait;
    });

  expect([await waitOf('ann'), await waitOf('ann'), asked]).toEqual([0, 0, 2]);
  wait = 30;
  expect([await waitOf('ann'), asked]).toEqual([30, 3]);
  wait = 0;
  time = 10_500;
  expect([await waitOf('ann'), asked]).toEqual([20, 3]);
  expect([await waitOf('ben'), asked]).toEqual([0, 4]);
  time = 30_000;
  expect([await waitOf('ann'), asked]).toEqual([0, 5]);
});

test('the memory is limited: past it the database is asked again', async () => {
  let asked = 0;
  const pastLimits = createPastLimits(() => 0);
  const waitOf = (who: string) => pastLimits.waitOf(who, () => Promise.resolve((asked += 1)));
  for (let n = 0; n <= 5_000; n += 1) await waitOf(`client ${n}`);
  expect(asked).toBe(5_001);
  await waitOf('client 5000');
  expect(asked).toBe(5_001);
  await waitOf('client 0');
  expect(asked).toBe(5_002);
});

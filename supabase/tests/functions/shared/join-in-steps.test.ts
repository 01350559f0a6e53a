import { expect, test } from 'vitest';
import { joinInSteps } from '../../../functions/_shared/answer/join-in-steps.ts';

test('others are served while a long text is created, and it is complete', async () => {
  let [served, servedBeforeTheLast] = [0, 0];
  const others = setInterval(() => (served += 1), 0);
  function* pieces() {
    for (let number = 0; number < 2_000; number += 1) {
      servedBeforeTheLast = served;
      yield `${number};`;
    }
  }
  const text = await joinInSteps(pieces());
  clearInterval(others);
  expect(servedBeforeTheLast).toBeGreaterThan(0);
  expect(text).toBe(Array.from({ length: 2_000 }, (_, number) => `${number};`).join(''));
});

import { expect, test } from 'vitest';
import { createKeyedQueue } from './keyed-queue.ts';

const settled = () => new Promise((done) => setImmediate(done));

/** A task that runs until the test ends it. */
function held() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () =>
    new Promise<void>((end) => {
      begun.push(name);
      ends.push(end);
    });
  const endFirst = () => {
    ends.shift()!();
    return settled();
  };
  return { begun, work, endFirst };
}

test('queues take turns, step by step, however long one of them is', async () => {
  const queue = createKeyedQueue({ concurrency: 1, maxQueued: 10 });
  const { begun, work, endFirst } = held();
  const inSteps = (names: string[]) => async () => {
    for (const name of names) await queue.withSlot(work(name));
  };
  queue.enqueue('busy', inSteps(['busy 1', 'busy 2']));
  queue.enqueue('busy', inSteps(['busy 3']));
  queue.enqueue('quiet', inSteps(['quiet']));
  queue.enqueue('late', inSteps(['late']));
  await settled();
  for (let step = 0; step < 5; step += 1) await endFirst();
  expect(begun).toEqual(['busy 1', 'quiet', 'late', 'busy 2', 'busy 3']);
});

test('no more steps run at once than there are permits, and one that fails returns its permit', async () => {
  const queue = createKeyedQueue({ concurrency: 2, maxQueued: 10 });
  const { begun, work, endFirst } = held();
  await expect(queue.withSlot(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  const all = Promise.all(['a', 'b', 'c'].map((name) => queue.withSlot(work(name))));
  await settled();
  expect(begun).toEqual(['a', 'b']);
  await endFirst();
  expect(begun).toEqual(['a', 'b', 'c']);
  await endFirst();
  await endFirst();
  await all;
});

test('a queue has a maximum length: more is refused until a task is done', async () => {
  const queue = createKeyedQueue({ concurrency: 1, maxQueued: 2 });
  const { work, endFirst } = held();
  const enqueue = (who: string) => queue.enqueue(who, work(who));
  expect([enqueue('busy'), enqueue('busy'), enqueue('busy'), enqueue('quiet')]).toEqual([
    true,
    true,
    false,
    true,
  ]);
  await settled();
  await endFirst();
  expect(enqueue('busy')).toBe(true);
});

import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createPace } from './pace.ts';

const MB = 1024 * 1024;

/** A megabyte a second, on a clock that only moves by waiting. */
function startPace() {
  let ms = 0;
  const wait = async (longer: number) => {
    await turnOfTheLoop();
    ms += longer;
  };
  const pace = createPace({ bytesPerSecond: MB, now: () => ms, wait });
  return async (who: string, bytes: number) => {
    await pace(who, bytes);
    return Math.round(ms / 1_000);
  };
}

test('everyone together has a limit of bytes a second', async () => {
  const takenAt = startPace();
  expect(await Promise.all(['Ann', 'Bea', 'Cleo'].map((who) => takenAt(who, MB)))).toEqual([0, 1, 2]);
});

test('a person who sends a lot waits behind themselves', async () => {
  const takenAt = startPace();
  const pieces = Array.from({ length: 100 }, () => takenAt('Ann', MB));
  expect(await takenAt('Bea', MB)).toBe(2);
  expect((await Promise.all(pieces)).at(-1)).toBe(100);
});

test('small chunks pass as quickly as large ones', async () => {
  const takenAt = startPace();
  const pieces = Array.from({ length: 2_048 }, () => takenAt('Ann', 1_024));
  expect((await Promise.all(pieces)).at(-1)).toBe(2);
});

import { expect, test } from 'vitest';
import { createTurns } from './keyed-queue.ts';

const settled = () => new Promise((done) => setImmediate(done));

/** Work that lasts until it is told to end. */
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

test('lines take turns, piece by piece, however long one of them is', async () => {
  const turns = createTurns({ atOnce: 1, mostInLine: 10 });
  const { begun, work, endFirst } = held();
  const inPieces = (names: string[]) => async () => {
    for (const name of names) await turns.piece(work(name));
  };
  turns.lineUp('busy', inPieces(['busy 1', 'busy 2']));
  turns.lineUp('busy', inPieces(['busy 3']));
  turns.lineUp('quiet', inPieces(['quiet']));
  turns.lineUp('late', inPieces(['late']));
  await settled();
  for (let piece = 0; piece < 5; piece += 1) await endFirst();
  expect(begun).toEqual(['busy 1', 'quiet', 'late', 'busy 2', 'busy 3']);
});

test('no more pieces at once than there is room for, and one that fails makes room', async () => {
  const turns = createTurns({ atOnce: 2, mostInLine: 10 });
  const { begun, work, endFirst } = held();
  await expect(turns.piece(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  const all = Promise.all(['a', 'b', 'c'].map((name) => turns.piece(work(name))));
  await settled();
  expect(begun).toEqual(['a', 'b']);
  await endFirst();
  expect(begun).toEqual(['a', 'b', 'c']);
  await endFirst();
  await endFirst();
  await all;
});

test('a line has an end: more is not taken until something is done', async () => {
  const turns = createTurns({ atOnce: 1, mostInLine: 2 });
  const { work, endFirst } = held();
  const lineUp = (who: string) => turns.lineUp(who, work(who));
  expect([lineUp('busy'), lineUp('busy'), lineUp('busy'), lineUp('quiet')]).toEqual([
    true,
    true,
    false,
    true,
  ]);
  await settled();
  await endFirst();
  expect(lineUp('busy')).toBe(true);
});

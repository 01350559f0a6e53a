import { expect, test } from 'vitest';
import { createParserTurns } from './parser-turns.ts';

/** Rests end when the test says so. */
function restsByHand() {
  const rests: { ms: number; end: () => void }[] = [];
  const wait = (ms: number) => new Promise<void>((end) => rests.push({ ms, end }));
  return { rests, inTurn: createParserTurns({ wait }) };
}

const parsed = (took: number) => (spend: (ms: number) => void) => {
  spend(took);
  return Promise.resolve(took);
};
const everythingElse = () => new Promise((done) => setImmediate(done));

test('someone whose text took long rests three times as long before their next one; others go first', async () => {
  const { rests, inTurn } = restsByHand();
  const order: string[] = [];
  const parse = (who: string, ms: number) => inTurn(who, parsed(ms)).then(() => order.push(who));
  const all = [parse('Ann', 200), parse('Ann', 0), parse('Ben', 0)];
  await everythingElse();
  expect(order).toEqual(['Ann', 'Ben']);
  expect(rests.map(({ ms }) => ms)).toEqual([600]);
  rests[0]!.end();
  await Promise.all(all);
  expect(order).toEqual(['Ann', 'Ben', 'Ann']);
});

test('what takes a moment needs no rest, and no rest is longer than a second', async () => {
  const { rests, inTurn } = restsByHand();
  for (let turn = 0; turn < 5; turn += 1) await inTurn('Ann', parsed(1));
  await inTurn('Ann', parsed(5_000));
  await everythingElse();
  expect(rests.map(({ ms }) => ms)).toEqual([1_000]);
});

test('a refused text needs its rest too, and the next one is parsed', async () => {
  const { rests, inTurn } = restsByHand();
  const refused = inTurn('Ann', async (spend) => {
    spend(100);
    throw new Error('too much');
  });
  const next = inTurn('Ann', parsed(0));
  await expect(refused).rejects.toThrow('too much');
  await everythingElse();
  expect(rests.map(({ ms }) => ms)).toEqual([300]);
  rests[0]!.end();
  expect(await next).toBe(0);
});

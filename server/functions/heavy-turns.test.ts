import { expect, test } from 'vitest';
import type { Asker } from '../database/shares.ts';
import { createHeavyTurns } from './heavy-turns.ts';

const patient = (userId: string): Asker => ({ role: 'authenticated', userId, sessionId: 's' });

/** Work that continues until told to stop, and how much of it is in progress for whom. */
function heldWork() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const running: string[] = [];
  const begin = (who: string) => async () => {
    running.push(who);
    await promise;
  };
  return { begin, running, end: resolve };
}

const settled = () => new Promise((done) => setImmediate(done));

test('a patient has one export at a time, and all patients two', async () => {
  const inHeavyTurn = createHeavyTurns(2);
  const { begin, running, end } = heldWork();
  const exportOf = (who: string) => inHeavyTurn('export-my-data', patient(who), begin(who));
  const asked = [exportOf('ann'), exportOf('ann'), exportOf('ann')];
  await settled();
  expect(running).toEqual(['ann']);
  asked.push(exportOf('ben'), exportOf('cleo'));
  await settled();
  expect(running).toEqual(['ann', 'ben']);
  // Light requests wait for none of them.
  await inHeavyTurn('fetch-medical-notes', patient('ann'), async () => running.push('notes'));
  expect(running).toEqual(['ann', 'ben', 'notes']);
  const sendOf = (who: string, body: object) =>
    inHeavyTurn('send-message', patient(who), begin(who), JSON.stringify(body, null, 1));
  asked.push(sendOf('dora', { text: '"files"', files: ['a'] }), sendOf('eve', { text: 'Hello', files: [] }));
  await settled();
  expect(running.slice(3)).toEqual(['eve']);
  end();
  await Promise.all(asked);
  expect(running).toHaveLength(8);
});

test('anyone who no longer waits for their export leaves both queues', async () => {
  const inHeavyTurn = createHeavyTurns(2);
  const { begin, running, end } = heldWork();
  const asked = ['ann', 'ben'].map((who) => inHeavyTurn('export-my-data', patient(who), begin(who)));
  const gone = new AbortController();
  const cleo = { ...patient('cleo'), signal: gone.signal };
  const left = [1, 2].map(() => inHeavyTurn('export-my-data', cleo, begin('cleo')));
  await settled();
  gone.abort(new Error('gone'));
  for (const each of left) await expect(each).rejects.toThrow('gone');
  end();
  await Promise.all(asked);
  await inHeavyTurn('export-my-data', patient('cleo'), begin('cleo'));
  expect(running).toEqual(['ann', 'ben', 'cleo']);
});

test.each([
  ['its key is written in escapes', String.raw`{"text":"Look","\u0066iles":["a"]}`, true],
  ['its list is named twice', '{"files":[],"text":"Look","files":["a"]}', true],
  ['its list holds no names', '{"text":"Look","files":[1]}', true],
  ['it only speaks of files', String.raw`{"text":"\"files\":[\"a\"]"}`, false],
  ['it is no JSON', '{"files":["a"', false],
  ['it is nothing', 'null', false],
])('whether a message has pictures is read as the function reads it: %s', async (_how, body, waits) => {
  const inHeavyTurn = createHeavyTurns(2);
  const { begin, running, end } = heldWork();
  const asked = ['ann', 'ben'].map((who) => inHeavyTurn('export-my-data', patient(who), begin(who)));
  asked.push(inHeavyTurn('send-message', patient('cleo'), begin('cleo'), body));
  await settled();
  expect(running.includes('cleo')).toBe(!waits);
  end();
  await Promise.all(asked);
});

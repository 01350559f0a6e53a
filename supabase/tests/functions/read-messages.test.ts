import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { patientAccessTests } from './testing/access-tests.ts';
import { inBothDeployments, test } from './testing/deployments.ts';
import { messageScene } from './testing/messages.ts';
import { badInputTests, refused } from './testing/submissions.ts';

inBothDeployments('read-messages', (deployment) => {
  const { member, writes, answers } = messageScene(deployment.server);

  test('what was read is counted once, never beyond what exists, and never backward', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const { threadId } = await writes(patient);
    await answers(coach, threadId);
    await answers(coach, threadId, 'And one more thing.');
    const read = async (place: number) =>
      (await deployment.call({ token: patient.token, body: { threadId, place } })).json;
    const answer = { from: 'The coach', settled: [] };
    expect((await deployment.call({ token: patient.token, body: {} })).json).toEqual({
      ...answer,
      unread: 2,
    });
    expect(await read(2)).toEqual({ ...answer, unread: 1 });
    expect(await read(1)).toEqual({ ...answer, unread: 1 });
    expect(await read(1000)).toEqual({ ...answer, unread: 0, from: null });
    expect(await read(1000)).toEqual({ ...answer, unread: 0, from: null });
    const { data } = await patient.client.from('message_reads').select('place').eq('reader', 'patient');
    expect(data).toEqual([{ place: 2 }, { place: 3 }]);
  });

  test('no one reports what someone else has read', async () => {
    const [victim, attacker] = [await deployment.patient(), await deployment.patient()];
    const { threadId } = await writes(victim);
    for (const id of [threadId, randomUUID()])
      expect(
        await deployment.call({ token: attacker.token, body: { threadId: id, place: 1 } }),
      ).toMatchObject({ status: 404, json: { code: 'unknown_thread' } });
    expect((await victim.client.from('message_reads').select()).data).toEqual([]);
  });

  patientAccessTests(deployment, { method: 'POST', body: {} });
  badInputTests(deployment, [
    refused({ place: 1 }, 'Please send threadId and place together'),
    refused({ threadId: randomUUID(), place: 0 }, 'place: Please send the place of the last message'),
  ]);
});

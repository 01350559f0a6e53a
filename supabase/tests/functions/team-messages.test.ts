import { expect } from 'vitest';
import { TeamMessagesAnswer } from '../../../domain/contracts/team/team-messages.ts';
import { inBothDeployments, test } from './testing/deployments.ts';
import { messageScene } from './testing/messages.ts';

inBothDeployments('team-messages', (deployment) => {
  const { member, writes, answers, ask, sql } = messageScene(deployment.server);

  test('a list of threads opens none; naming one shows it, and the patient sees that it was seen', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const kit = await writes(patient);
    await writes(patient, 'Another thing', 'Something else');
    const list = await deployment.call({ token: coach.token, query: { patient: patient.id } });
    expect(TeamMessagesAnswer.parse(list.json)).toMatchObject({
      threads: [
        {
          topic: 'The kit',
          patientId: patient.id,
          waiting: { id: kit.id, stage: 'fresh' },
          readByPatient: 0,
          lastFrom: 'patient',
          asks: false,
        },
        { topic: 'Something else' },
      ],
      messages: [],
    });
    const seen = async () =>
      (await patient.client.from('message_reads').select('reader,place').eq('reader', 'team')).data;
    expect(await seen()).toEqual([]);
    for (const query of [{ thread: kit.threadId }, { thread: kit.id }]) {
      const opened = await deployment.call({ token: coach.token, query });
      expect(TeamMessagesAnswer.parse(opened.json)).toMatchObject({
        threads: [{ id: kit.threadId }],
        messages: [{ place: 1, from: 'patient', who: null, text: 'How long does the kit take?' }],
      });
    }
    expect(await seen()).toEqual([{ reader: 'team', place: 1 }]);
    const reads = await sql(
      `select kind from public.audit_log where subject_id = $1 and action = 'read' and actor_id = $2`,
      [patient.id, coach.person],
    );
    expect(reads).toEqual(['messages', 'identity', 'patient_alerts', 'summary'].map((kind) => ({ kind })));
  });

  test('someone who asked for a call has no answer until a reply', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const { json: asked } = await ask('send-message', patient, {
      topic: 'Something else',
      text: 'I want someone to call me.',
      asks: 'call',
    });
    const threads = async () =>
      TeamMessagesAnswer.parse(
        (await deployment.call({ token: coach.token, query: { patient: patient.id } })).json,
      ).threads;
    expect(await threads()).toMatchObject([{ lastFrom: 'patient', asks: true, waiting: null }]);
    await answers(coach, asked['threadId'] as string);
    expect(await threads()).toMatchObject([{ lastFrom: 'team', asks: false }]);
  });

  test('the thread says how far the patient has read', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const { threadId } = await writes(patient);
    await answers(coach, threadId);
    await ask('read-messages', patient, { threadId, place: 2 });
    const { json } = await deployment.call({ token: coach.token, query: { thread: threadId } });
    expect(json).toMatchObject({ threads: [{ readByPatient: 2, waiting: null, lastFrom: 'team' }] });
  });
});

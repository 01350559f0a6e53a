import { usualHours } from '../../../domain/coach/clinic-hours.ts';
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished } from 'vitest';
import { SendMessageAnswer } from '../../../domain/contracts/patient/send-message.ts';
import { replyTo } from '../../../domain/coach/reply-time.ts';
import { MINUTE } from '../../../domain/time/instant.ts';
import { UNSET_CLINIC_ZONE } from '../../../domain/time/zone.ts';
import { patientAccessTests } from './testing/access-tests.ts';
import { inBothDeployments, test } from './testing/deployments.ts';
import { messageScene } from './testing/messages.ts';
import { badInputTests, refused } from './testing/submissions.ts';
import { zoneAt } from './testing/zones.ts';

const good = { topic: 'The kit', text: 'How long does it take?\nThank you.' };
const ZONE = { 'x-client-timezone': 'Asia/Tokyo' };

inBothDeployments('send-message', (deployment) => {
  const { sql, member, answers } = messageScene(deployment.server);
  const messagesOf = (id: string) =>
    sql('select text, sender, due_at from public.messages where user_id = $1 order by place', [id]);
  async function atNoon(): Promise<void> {
    await sql(`insert into public.clinic_settings (name, value) values ('clinicTimeZone', $1)`, [zoneAt(12)]);
    onTestFinished(async () => void (await sql('delete from public.clinic_settings')));
  }

  test('a reply is due by the hours and the promise that the clinic set, from the next message on', async () => {
    const patient = await deployment.patient();
    onTestFinished(async () => void (await sql('delete from public.clinic_settings')));
    const dueIn = async (topic: string) => {
      const before = Date.now();
      const { json } = await deployment.call({ body: { ...good, topic }, token: patient.token });
      return (Date.parse(SendMessageAnswer.parse(json).dueAt!) - before) / MINUTE;
    };
    await sql(
      `insert into public.clinic_settings (name, value) values ('careHours', '00:00-24:00'), ('replyHours', '5')`,
    );
    expect(Math.floor(await dueIn('The kit'))).toBe(300);
    await sql(`update public.clinic_settings set value = '1' where name = 'replyHours'`);
    expect(Math.floor(await dueIn('Something else'))).toBe(60);
  });

  test('a message is stored as written, with the promise’s due time on the clinic’s clock, and its patient reads it', async () => {
    const patient = await deployment.patient();
    const before = Date.now();
    const { json } = await deployment.call({ body: good, token: patient.token, headers: ZONE });
    const { id, threadId, dueAt } = SendMessageAnswer.parse(json);
    const promised = replyTo(before, usualHours(UNSET_CLINIC_ZONE)).by;
    expect(Date.parse(dueAt!) - promised).toBeGreaterThanOrEqual(0);
    expect(Date.parse(dueAt!) - promised).toBeLessThan(60_000);
    const { data } = await patient.client
      .from('messages')
      .select('id,thread_id,place,sender,text,by_phone,person_name');
    expect(data).toEqual([
      {
        id,
        thread_id: threadId,
        place: 1,
        sender: 'patient',
        text: good.text,
        by_phone: false,
        person_name: null,
      },
    ]);
    const { data: threads } = await patient.client.from('message_threads').select('id,topic');
    expect(threads).toEqual([{ id: threadId, topic: 'The kit' }]);
  });

  test('further messages do not postpone it, and after a reply the clock restarts', async () => {
    const patient = await deployment.patient();
    // At night every answer is due at the same hour of the next morning.
    await atNoon();
    const send = async (body: object) =>
      SendMessageAnswer.parse((await deployment.call({ body, token: patient.token })).json);
    const first = await send(good);
    const more = await send({ threadId: first.threadId, text: 'And where from?' });
    expect([more.threadId, more.dueAt]).toEqual([first.threadId, first.dueAt]);
    expect((await answers(await member('coach'), first.threadId)).status).toBe(200);
    const next = await send({ threadId: first.threadId, text: 'Thank you' });
    expect(Date.parse(next.dueAt!)).toBeGreaterThan(Date.parse(first.dueAt!));
    expect((await messagesOf(patient.id)).map((row) => row['due_at'] !== null)).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  test('200 retries of a message with lost responses are one message and one item', async () => {
    const [patient, coach] = [await deployment.patient(), await member('coach')];
    const headers = { 'Idempotency-Key': randomUUID() };
    const ids = new Set<string>();
    for (let round = 0; round < 50; round++) {
      const tries = Array.from({ length: 4 }, async () => {
        const { status, json } = await deployment.call({ body: good, token: patient.token, headers });
        if (status === 200) ids.add(SendMessageAnswer.parse(json).id);
        else expect(status).toBe(429);
      });
      await Promise.all(tries);
    }
    expect(ids.size).toBe(1);
    expect(await messagesOf(patient.id)).toHaveLength(1);
    const { items } = (await messageScene(deployment.server).ask('team-today', coach)).json as {
      items: { rule: string; patient: { id: string } | null }[];
    };
    expect(items.filter((item) => item.patient?.id === patient.id).map(({ rule }) => rule)).toEqual([
      'message-waits',
    ]);
  });

  test('urgent words and requests for a person are care team items, each for those who may see it', async () => {
    await atNoon();
    const [coach, other, clinician] = [
      await member('coach'),
      await member('coach'),
      await member('clinician'),
    ];
    const rulesFor = async (who: typeof coach, { id }: { id: string }) => {
      const { items } = (await messageScene(deployment.server).ask('team-today', who)).json as {
        items: { rule: string; urgent: boolean; patient: { id: string } | null }[];
      };
      return items
        .filter(({ patient }) => patient?.id === id)
        .map(({ rule, urgent }) => `${rule}${urgent ? ', urgent' : ''}`)
        .toSorted();
    };
    for (const [body, items] of [
      [{ text: 'I want to kill my self' }, ['message-waits', 'self-harm, urgent']],
      [{ text: 'I am bleeding heavily' }, ['message-waits', 'urgent-message, urgent']],
      [{ text: 'I lost the baby last night' }, ['loss-mentioned, urgent', 'message-waits']],
      [{ text: 'Please', asks: 'call' }, ['asks-for-a-call, urgent']],
      [{ text: 'I am sad', asks: 'support' }, ['hard-time']],
      [{ text: 'I want to die', asks: 'support' }, ['self-harm, urgent']],
      [{ text: 'Where is my kit?' }, ['message-waits']],
    ] as const) {
      const patient = await deployment.patient();
      await sql('insert into public.coach_assignments (user_id, coach_id) values ($1, $2)', [
        patient.id,
        coach.person,
      ]);
      const sent = await deployment.call({
        body: { topic: 'Something else', ...body },
        token: patient.token,
      });
      expect(sent.status).toBe(200);
      expect(await rulesFor(coach, patient), body.text).toEqual(items);
      expect(await rulesFor(other, patient), body.text).toEqual([]);
      expect(await rulesFor(clinician, patient), body.text).toEqual(items);
    }
  });

  test('different words under the same key are refused, and the first ones stay', async () => {
    const patient = await deployment.patient();
    const headers = { 'Idempotency-Key': randomUUID() };
    await deployment.call({ body: good, token: patient.token, headers });
    for (const body of [
      { ...good, text: 'Other words' },
      { ...good, topic: 'My treatment' },
    ])
      expect(await deployment.call({ body, token: patient.token, headers })).toMatchObject({
        status: 409,
        json: { code: 'submission_reused' },
      });
    expect((await messagesOf(patient.id)).map((row) => row['text'])).toEqual([good.text]);
    expect(await deployment.rows('message_threads', patient)).toHaveLength(1);
  });

  test('no one writes into someone else’s thread, or reads it', async () => {
    const [victim, attacker] = [await deployment.patient(), await deployment.patient()];
    const { json } = await deployment.call({ body: good, token: victim.token });
    const { threadId } = SendMessageAnswer.parse(json);
    for (const id of [threadId, randomUUID()])
      expect(
        await deployment.call({ body: { threadId: id, text: 'Hello' }, token: attacker.token }),
      ).toMatchObject({ status: 404, json: { code: 'unknown_thread' } });
    for (const table of ['messages', 'message_threads', 'message_reads'])
      expect((await attacker.client.from(table).select()).data).toEqual([]);
    expect(await messagesOf(victim.id)).toHaveLength(1);
  });

  test('a patient forges neither sender nor clock', async () => {
    const patient = await deployment.patient();
    const { json } = await deployment.call({ body: good, token: patient.token });
    const { threadId } = SendMessageAnswer.parse(json);
    const row = { thread_id: threadId, user_id: patient.id, place: 2, sender: 'team', text: 'All is well' };
    expect((await patient.client.from('messages').insert(row)).status).toBe(403);
    expect((await patient.client.from('messages').update({ due_at: null }).eq('place', 1)).status).toBe(403);
    for (const forged of [{ sender: 'team' }, { due_at: null }, { dueAt: null }]) {
      const answer = await deployment.call({ body: { ...good, ...forged }, token: patient.token });
      expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_input' } });
    }
    expect(await messagesOf(patient.id)).toMatchObject([{ sender: 'patient', due_at: expect.anything() }]);
  });

  test('messages can be sent in every care state, and not before consent', async () => {
    const patient = await deployment.patient();
    await sql(
      `insert into public.outcome_events (user_id, kind, day, cycle) values ($1, 'stop', current_date, 1)`,
      [patient.id],
    );
    expect((await deployment.call({ body: good, token: patient.token })).status).toBe(200);
    const newcomer = await deployment.patient({ consent: false });
    expect(await deployment.call({ body: good, token: newcomer.token })).toMatchObject({
      status: 403,
      json: { code: 'consent_required' },
    });
  });

  patientAccessTests(deployment, { method: 'POST', body: good });
  badInputTests(deployment, [
    refused({ text: 'Hello' }, 'Please send either a topic or a threadId'),
    refused({ ...good, threadId: randomUUID() }, 'Please send either a topic or a threadId'),
    refused({ ...good, topic: 'Money' }, 'topic: Please select from the list'),
    refused({ ...good, text: ' \u200b ' }, 'text: Please enter a message'),
    refused({ ...good, text: 'a'.repeat(4001) }, 'text: Please use no more than 4,000 characters'),
    refused({ ...good, text: 'a\u0000' }, 'text: Please use letters, numbers and punctuation only'),
    refused({ threadId: 'x', text: 'Hello' }, 'threadId: Please select a conversation'),
  ]);
});

import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { textNumber } from '../../../domain/notifications/appointment-texts.ts';
import { MESSAGE_NOTICE } from '../../../domain/notifications/message-notice.ts';
import { inBothDeployments, test } from './testing/deployments.ts';
import { messageScene } from './testing/messages.ts';

const CHANGED = { status: 409, json: { code: 'changed_meanwhile' } };
const NOT_ALLOWED = { status: 403, json: { code: 'not_allowed' } };
const REASON_REQUIRED = { status: 403, json: { code: 'reason_required' } };

inBothDeployments('team-message', (deployment) => {
  const scene = messageScene(deployment.server);
  const { sql, member, writes, ask, assign, passes, notices } = scene;
  type Who = Awaited<ReturnType<typeof member>>;
  const answer = ({ token }: Who, threadId: string, more: object = {}, headers = {}) =>
    deployment.call({ token, body: { threadId, text: 'Two days.', ...more }, headers });
  const textsOf = (threadId: string) =>
    sql('select sender, person_name, by_phone from public.messages where thread_id = $1 order by place', [
      threadId,
    ]);
  const waits = async (who: Who, patient: { id: string }) => {
    const { json } = await ask('team-today', who);
    return (
      json['items'] as { rule: string; key: string; owner: string; patient: { id: string } | null }[]
    ).filter((item) => item.rule === 'message-waits' && item.patient?.id === patient.id);
  };

  test('a person’s reply stops the clock, and the patient sees who wrote it', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const { threadId } = await writes(patient);
    expect(await waits(coach, patient)).toHaveLength(1);
    expect((await answer(coach, threadId)).status).toBe(200);
    expect(await waits(coach, patient)).toEqual([]);
    const { data } = await patient.client.from('messages').select('sender,person_name,text').eq('place', 2);
    expect(data).toEqual([{ sender: 'team', person_name: 'The coach', text: 'Two days.' }]);
  });

  test('taking it, or marking it done, stops nothing', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const { id } = await writes(patient);
    const key = `message-waits:${id}`;
    expect((await ask('team-decide', coach, { key, decision: 'take' })).status).toBe(200);
    expect(await ask('team-decide', coach, { key, decision: 'done', outcome: 'spoke' })).toMatchObject(
      NOT_ALLOWED,
    );
    expect(await waits(coach, patient)).toHaveLength(1);
  });

  const settle = (who: Who, id: string, more: object = {}) =>
    ask('team-decide', who, { key: `message-waits:${id}`, decision: 'done', outcome: 'no-reply', ...more });
  const settledOf = async (patient: { token: string }) =>
    (await ask('read-messages', patient, {})).json['settled'];
  const threadOf = async (who: Who, threadId: string) =>
    (
      (await ask(`team-messages?thread=${threadId}`, who)).json['threads'] as {
        waiting: object | null;
        settled: { key: string; version: number } | null;
        lastFrom: string;
      }[]
    )[0]!;

  test('‘No reply needed’ stops the clock without telling the patient, and can be undone for a day', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const { id, threadId } = await writes(patient, 'Thank you!');
    expect((await settle(coach, id)).status).toBe(200);
    expect(await waits(coach, patient)).toEqual([]);
    expect(await settledOf(patient)).toEqual([id]);
    expect(await notices(patient)).toEqual([]);
    expect(await textsOf(threadId)).toHaveLength(1);
    const { json: record } = await ask(`team-patient?id=${patient.id}`, coach);
    expect(record['timeline']).toContainEqual(
      expect.objectContaining({
        title: 'Unanswered message: No reply needed',
        who: { name: 'The coach', role: 'coach' },
      }),
    );
    const { waiting, settled } = await threadOf(coach, threadId);
    expect(waiting).toBeNull();
    const { key, version } = settled!;
    expect((await ask('team-decide', coach, { key, version, decision: 'reopen' })).status).toBe(200);
    expect(await waits(coach, patient)).toHaveLength(1);
    expect(await settledOf(patient)).toEqual([]);
    await settle(coach, id);
    await sql(
      `update public.attention_decisions set decided_at = now() - interval '25 hours' where key = $1`,
      [key],
    );
    expect(await threadOf(coach, threadId)).toMatchObject({ settled: null, lastFrom: 'patient' });
    expect(await ask('team-decide', coach, { key, decision: 'reopen' })).toMatchObject(CHANGED);
  });

  test('a message that arrives after ‘No reply needed’ starts its own clock', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const first = await writes(patient, 'Thank you!');
    await settle(coach, first.id);
    const second = await writes(patient, 'When do I test?');
    expect(second.dueAt).not.toBeNull();
    expect(await waits(coach, patient)).toMatchObject([{ key: `message-waits:${second.id}` }]);
    // If the first is undone while the second waits, it counts again, and one reply ends both.
    await ask('team-decide', coach, { key: `message-waits:${first.id}`, decision: 'reopen' });
    expect(await threadOf(coach, first.threadId)).toMatchObject({ waiting: { id: first.id } });
    await answer(coach, first.threadId);
    expect(await waits(coach, patient)).toEqual([]);
  });

  test('a message that the coach has not read is not settled with the ones they have', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const { id, threadId } = await writes(patient, 'Thank you!');
    await ask(`team-messages?thread=${threadId}`, coach);
    await writes(patient, 'I have another question.');
    expect(await settle(coach, id)).toMatchObject(CHANGED);
    expect(await waits(coach, patient)).toHaveLength(1);
    await ask(`team-messages?thread=${threadId}`, coach);
    expect((await settle(coach, id)).status).toBe(200);
    // Today only quotes the first words.
    const long = await writes(patient, 'Thank you! '.repeat(40), 'My treatment');
    expect(await settle(coach, long.id)).toMatchObject(CHANGED);
  });

  test('with a reply and ‘No reply needed’ at the same time the reply counts', async () => {
    const [coach, other, patient] = [
      await member('coach'),
      await member('coach'),
      await deployment.patient(),
    ];
    const { id, threadId } = await writes(patient, 'Thank you!');
    const [replied, settled] = await Promise.all([answer(coach, threadId), settle(other, id)]);
    expect(replied.status).toBe(200);
    expect([200, 403]).toContain(settled.status);
    expect(await waits(coach, patient)).toEqual([]);
  });

  test('an administrator settles nothing', async () => {
    const [administrator, patient] = [await member('administrator'), await deployment.patient()];
    const { id } = await writes(patient, 'Thank you!');
    expect((await settle(administrator, id)).status).toBe(403);
  });

  test('answered by phone is its own type of reply, and no one is emailed about it', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const { threadId } = await writes(patient);
    expect((await answer(coach, threadId, { byPhone: true, text: 'We spoke.' })).status).toBe(200);
    expect(await textsOf(threadId)).toMatchObject([
      { sender: 'patient' },
      { sender: 'team', by_phone: true },
    ]);
    expect(await waits(coach, patient)).toEqual([]);
    expect(await notices(patient)).toEqual([]);
  });

  test('of two who reply at once one does; the other is told, reads it, and may add to it', async () => {
    const [marisol, sam, patient] = [
      await member('coach'),
      await member('coach'),
      await deployment.patient(),
    ];
    const { threadId } = await writes(patient);
    const both = await Promise.all([answer(marisol, threadId), answer(sam, threadId)]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    expect(await textsOf(threadId)).toHaveLength(2);
    const second = both[0].status === 409 ? marisol : sam;
    expect(await answer(second, threadId)).toMatchObject(CHANGED);
    expect(await answer(second, threadId, { seen: 1 })).toMatchObject(CHANGED);
    expect((await ask(`team-messages?thread=${threadId}`, second)).status).toBe(200);
    expect((await answer(second, threadId)).status).toBe(200);
    expect(await textsOf(threadId)).toHaveLength(3);
  });

  test('200 retries of a reply are one message and one notice', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const { threadId } = await writes(patient);
    const headers = { 'Idempotency-Key': randomUUID() };
    for (let round = 0; round < 50; round++) {
      const tries = await Promise.all(Array.from({ length: 4 }, () => answer(coach, threadId, {}, headers)));
      for (const { status } of tries) expect([200, 429]).toContain(status);
    }
    expect(await textsOf(threadId)).toHaveLength(2);
    expect(await notices(patient)).toHaveLength(1);
  });

  test('the notice says there is a message, with a link and nothing more, by email, at most once an hour', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    await sql(
      `update public.customers set customer_phone = '+15550100', sms_consent = true where user_id = $1`,
      [patient.id],
    );
    const { threadId } = await writes(patient, 'Is blood on the test a problem?');
    await answer(coach, threadId, { text: 'Your pregnancy test was negative.' });
    const words = {
      channel: 'email',
      subject: MESSAGE_NOTICE,
      body_text: expect.stringMatching(/^Béa: you have a new message\.\n\nhttp:\S+\/messages\?unread\n$/),
      body_html: expect.stringMatching(/href="http:[^"]+\/messages\?unread"/),
    };
    expect(MESSAGE_NOTICE).toBe('Béa: you have a new message.');
    expect(await notices(patient)).toEqual([{ ...words, waits: true, later: false }]);
    await answer(coach, threadId, { text: 'And call us.' });
    expect(await notices(patient)).toHaveLength(1);
    await sql(`update public.outbox set sent_at = now() where user_id = $1`, [patient.id]);
    await answer(coach, threadId, { text: 'Or write.' });
    expect(await notices(patient)).toEqual([
      { ...words, waits: false, later: false },
      { ...words, waits: true, later: true },
    ]);
  });

  test('a patient who turned off email gets none, and texts are a separate choice', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const { threadId } = await writes(patient);
    const { status } = await patient.client
      .from('customers')
      .update({ message_emails: false })
      .eq('user_id', patient.id);
    expect(status).toBe(204);
    await answer(coach, threadId);
    expect(await notices(patient)).toEqual([]);
    await sql(
      `update public.customers set customer_phone = '+15550100', message_texts = true where user_id = $1`,
      [patient.id],
    );
    await answer(coach, threadId);
    expect(await notices(patient)).toMatchObject([
      { channel: 'sms', subject: null, body_text: MESSAGE_NOTICE },
    ]);
  });

  /** Waiting notices: how long after the patient's last visit, and whether each would be dropped then. */
  const waiting = ({ id }: { id: string }) =>
    sql(
      `select extract(epoch from send_after - here_at)::integer as "secondsLater", private.is_unwanted(message) as unwanted
       from public.outbox as message left join private.portal_visits using (user_id)
       where user_id = $1 and purpose = 'message' and sent_at is null and dropped_at is null`,
      [id],
    );

  test('while the portal is open a notice waits, and what was seen or read there is not emailed later', async () => {
    const [coach, patient, other] = [
      await member('coach'),
      await deployment.patient(),
      await deployment.patient(),
    ];
    const { threadId } = await writes(patient);
    expect(await ask('read-messages', patient, {})).toMatchObject({ status: 200, json: { unread: 0 } });
    await answer(coach, threadId);
    expect(await waiting(patient)).toEqual([{ secondsLater: 120, unwanted: false }]);
    expect(await ask('read-messages', patient, {})).toMatchObject({ json: { unread: 1 } });
    expect(await waiting(patient)).toEqual([{ secondsLater: 120, unwanted: true }]);
    const there = await writes(other);
    await answer(coach, there.threadId);
    expect(await ask('read-messages', other, { threadId: there.threadId, place: 9 })).toMatchObject({
      json: { unread: 0 },
    });
    expect(await waiting(other)).toEqual([{ secondsLater: 120, unwanted: true }]);
  });

  test('a patient who left ten seconds before the reply is emailed two minutes after leaving', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const { threadId } = await writes(patient);
    await ask('read-messages', patient, {});
    await sql(`update private.portal_visits set here_at = now() - interval '10 seconds' where user_id = $1`, [
      patient.id,
    ]);
    await answer(coach, threadId);
    expect(await waiting(patient)).toEqual([{ secondsLater: 120, unwanted: false }]);
  });

  test('a notice that waits for its hour covers what came after a visit', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const { threadId } = await writes(patient);
    await answer(coach, threadId);
    await sql(`update public.outbox set sent_at = now() - interval '59 minutes' where user_id = $1`, [
      patient.id,
    ]);
    await answer(coach, threadId, { text: 'And call us.' });
    await ask('read-messages', patient, {});
    expect(await waiting(patient)).toEqual([{ secondsLater: 120, unwanted: true }]);
    await answer(coach, threadId, { text: 'Or write.' });
    expect(await waiting(patient)).toEqual([{ secondsLater: 120, unwanted: false }]);
  });

  test('a text goes to the number that a text service accepts, and to none if there is no number', async () => {
    const coach = await member('coach');
    const recipients = [];
    for (const phone of ['+1 (555) 010-0199', 'by mail only']) {
      const patient = await deployment.patient();
      await sql(
        'update public.customers set customer_phone = $2, message_texts = true, message_emails = false where user_id = $1',
        [patient.id, phone],
      );
      await answer(coach, (await writes(patient)).threadId);
      const rows = await sql('select recipient from public.outbox where user_id = $1', [patient.id]);
      recipients.push(rows.map(({ recipient }) => recipient));
    }
    expect(recipients).toEqual([['+15550100199'], []]);
  });

  test.each([
    '+1 (555) 010-0199',
    '020.7946.0958',
    '+44\u00a020\u202f7946\u20090958',
    '++15550100',
    '12345',
    '1234567890123456',
    '٠١٢٣٤٥٦',
    '555 0100 ext. 3',
    '',
    null,
  ])('the database and the domain find the same number in %j', async (phone) => {
    const [row] = await sql('select private.text_number($1) as number', [phone]);
    expect(row!['number'] ?? undefined).toBe(textNumber(phone));
  });

  test('a colleague’s patient is theirs until half of the time has passed; then every coach sees it and may reply', async () => {
    const [marisol, sam, clinician, patient] = [
      await member('coach'),
      await member('coach'),
      await member('clinician'),
      await deployment.patient(),
    ];
    await assign(patient, marisol);
    const { id, threadId } = await writes(patient);
    const [symptoms] = await sql(
      `insert into public.symptom_reports (user_id, signs, strength, since, urgent)
       values ($1, '{pain}', 'mild', current_date, false) returning 'symptoms:' || id as key`,
      [patient.id],
    );
    const key = symptoms!['key'];
    const done = { key, decision: 'done', outcome: 'spoke' };
    expect((await ask('team-decide', marisol, done)).status).toBe(200);
    expect(await waits(marisol, patient)).toHaveLength(1);
    expect(await waits(sam, patient)).toEqual([]);
    // A clinician sees the coaches’ work too, as theirs.
    expect(await waits(clinician, patient)).toMatchObject([{ owner: 'coach' }]);
    expect(await answer(sam, threadId)).toMatchObject(REASON_REQUIRED);
    await passes(patient, 0.6);
    expect(await waits(sam, patient)).toMatchObject([{ owner: 'coach' }]);
    // Nothing about that patient except the message.
    const ofPatient = async (who: Who) =>
      JSON.stringify((await ask('team-today', who)).json['ended']).includes(patient.id);
    expect([await ofPatient(marisol), await ofPatient(sam)]).toEqual([true, false]);
    expect(await ask('team-decide', sam, { key, decision: 'reopen' })).toMatchObject(NOT_ALLOWED);
    expect(await waits(clinician, patient)).toMatchObject([{ owner: 'coach' }]);
    await passes(patient, 1.1);
    for (const who of [marisol, sam, clinician])
      expect(await waits(who, patient)).toMatchObject([{ owner: 'clinician' }]);
    const handed = { key: `message-waits:${id}`, decision: 'hand-over', to: sam.person, words: 'Please.' };
    expect((await ask('team-decide', clinician, handed)).status).toBe(200);
    expect((await answer(sam, threadId)).status).toBe(200);
    for (const who of [marisol, sam, clinician]) expect(await waits(who, patient)).toEqual([]);
    expect(await ask(`team-messages?patient=${patient.id}`, sam)).toMatchObject(REASON_REQUIRED);
  });

  const begin = ({ token }: Who, patientId: string, more: object = {}, headers = {}) =>
    deployment.call({
      token,
      body: { patientId, topic: 'The kit', text: 'Your kit is ready.', ...more },
      headers,
    });

  test('a coach writes first: no clock starts, the patient gets the usual notice and sees who wrote', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const headers = { 'Idempotency-Key': randomUUID() };
    const sent = await begin(coach, patient.id, {}, headers);
    expect(sent.status).toBe(200);
    expect((await begin(coach, patient.id, {}, headers)).json).toEqual(sent.json);
    expect(await waits(coach, patient)).toEqual([]);
    expect(await sql('select due_at from public.messages where user_id = $1', [patient.id])).toEqual([
      { due_at: null },
    ]);
    expect(await notices(patient)).toMatchObject([{ channel: 'email', subject: MESSAGE_NOTICE }]);
    const { data } = await patient.client.from('messages').select('sender,person_name,text');
    expect(data).toEqual([{ sender: 'team', person_name: 'The coach', text: 'Your kit is ready.' }]);
    const { json } = await ask(`team-messages?thread=${(sent.json as { threadId: string }).threadId}`, coach);
    expect(json['patient']).toMatchObject({
      id: patient.id,
      careState: 'treatment',
      stage: 1,
      birthDate: null,
      age: null,
      pronouns: null,
      alerts: [],
    });
  });

  test('an existing conversation must be read before anything is added, even by the second of two who start one together', async () => {
    const [coach, other, patient] = [
      await member('coach'),
      await member('clinician'),
      await deployment.patient(),
    ];
    const both = await Promise.all([begin(coach, patient.id), begin(other, patient.id)]);
    expect(both.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([200, 409]);
    expect(await begin(coach, patient.id)).toMatchObject(CHANGED);
    expect((await begin(coach, patient.id, { topic: 'My treatment' })).status).toBe(200);
  });

  test('someone who may not open the record starts nothing in it', async () => {
    const [marisol, sam, admin, patient] = [
      await member('coach'),
      await member('coach'),
      await member('administrator'),
      await deployment.patient(),
    ];
    await assign(patient, marisol);
    expect(await begin(sam, patient.id)).toMatchObject(REASON_REQUIRED);
    expect(await begin(admin, patient.id)).toMatchObject(NOT_ALLOWED);
    expect(await begin(marisol, randomUUID())).toMatchObject(NOT_ALLOWED);
    expect((await begin({ token: patient.token } as Who, patient.id)).status).toBe(403);
    const bad = { byPhone: true };
    expect((await begin(marisol, patient.id, bad)).status).toBe(400);
    expect((await begin(marisol, patient.id, { topic: undefined })).status).toBe(400);
    await sql('update public.customers set data_usage_consent = false where user_id = $1', [patient.id]);
    expect(await begin(marisol, patient.id)).toMatchObject(NOT_ALLOWED);
    expect(await sql('select from public.message_threads where user_id = $1', [patient.id])).toEqual([]);
  });

  test('a further message goes first to the person who replied, then to everyone, and opens only that conversation', async () => {
    const [marisol, sam, imani, patient] = [
      await member('coach'),
      await member('coach'),
      await member('coach'),
      await deployment.patient(),
    ];
    await assign(patient, marisol);
    const { threadId } = await writes(patient);
    await passes(patient, 0.6);
    expect((await answer(sam, threadId)).status).toBe(200);
    const { id } = await writes(patient, 'And when?');
    expect(await waits(sam, patient)).toMatchObject([{ owner: 'coach', ownedBy: { id: sam.person } }]);
    expect(await waits(marisol, patient)).toHaveLength(1);
    expect(await waits(imani, patient)).toEqual([]);
    expect(await answer(imani, threadId)).toMatchObject(REASON_REQUIRED);
    expect(await ask(`team-patient?id=${patient.id}`, sam)).toMatchObject(REASON_REQUIRED);
    const { json } = await ask(`team-messages?thread=${id}`, sam);
    expect(Object.keys(json['patient'] as object).toSorted()).toEqual(['firstName', 'id', 'name']);
    await passes(patient, 0.6);
    expect(await waits(imani, patient)).toMatchObject([{ owner: 'coach', ownedBy: null }]);
    expect((await answer(sam, threadId)).status).toBe(200);
    // A day later it belongs to the patient's coach again.
    await sql(`do $$ begin
      alter table public.messages disable trigger is_append_only;
      update public.messages set created_at = created_at - interval '25 hours' where user_id = '${patient.id}';
      alter table public.messages enable trigger is_append_only;
    end $$`);
    await writes(patient, 'One more thing');
    expect(await waits(sam, patient)).toEqual([]);
    expect(await waits(marisol, patient)).toMatchObject([{ ownedBy: { id: marisol.person } }]);
  });

  test('a conversation that was handed off stays the colleague’s for a day', async () => {
    const [marisol, sam, patient] = [
      await member('coach'),
      await member('coach'),
      await deployment.patient(),
    ];
    await assign(patient, marisol);
    const { id, threadId } = await writes(patient, 'Thank you!');
    const handed = { key: `message-waits:${id}`, decision: 'hand-over', to: sam.person, words: 'Please.' };
    expect((await ask('team-decide', marisol, handed)).status).toBe(200);
    await ask(`team-messages?thread=${threadId}`, sam);
    expect((await settle(sam, id)).status).toBe(200);
    await writes(patient, 'When do I test?');
    expect(await waits(sam, patient)).toMatchObject([{ ownedBy: { id: sam.person } }]);
    await sql('update public.care_team set deactivated_at = now(), active = false where id = $1', [
      sam.person,
    ]);
    expect(await waits(marisol, patient)).toMatchObject([{ ownedBy: { id: marisol.person } }]);
  });

  test('administrators, patients and unknown ids are refused; ended consent closes the thread', async () => {
    const [admin, coach, patient] = [
      await member('administrator'),
      await member('coach'),
      await deployment.patient(),
    ];
    const { threadId } = await writes(patient);
    expect(await answer(admin, threadId)).toMatchObject(NOT_ALLOWED);
    expect(await ask(`team-messages?thread=${threadId}`, admin)).toMatchObject(NOT_ALLOWED);
    expect((await deployment.call({ token: patient.token, body: { threadId, text: 'Hello' } })).status).toBe(
      403,
    );
    expect(await answer(coach, randomUUID())).toMatchObject(NOT_ALLOWED);
    await sql('update public.customers set data_usage_consent = false where user_id = $1', [patient.id]);
    expect(await answer(coach, threadId)).toMatchObject(NOT_ALLOWED);
    expect(await textsOf(threadId)).toHaveLength(1);
  });

  test('a reply that no one read for a week is shown to the coach, and goes away when it is read', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const { threadId } = await writes(patient);
    await answer(coach, threadId);
    const unread = async () =>
      (
        (await ask('team-today', coach)).json['items'] as { rule: string; patient: { id: string } | null }[]
      ).filter((item) => item.rule === 'message-unread' && item.patient?.id === patient.id);
    expect(await unread()).toEqual([]);
    await sql(`do $$ begin
      alter table public.messages disable trigger is_append_only;
      update public.messages set created_at = now() - interval '8 days' where thread_id = '${threadId}' and sender = 'team';
      alter table public.messages enable trigger is_append_only;
    end $$`);
    expect(await unread()).toHaveLength(1);
    await ask('read-messages', patient, { threadId, place: 2 });
    expect(await unread()).toEqual([]);
  });

  test('the audit log names the person and the type, never the words', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const { threadId } = await writes(patient, 'words-of-the-patient');
    await answer(coach, threadId, { text: 'words-of-the-coach' });
    const log = await sql('select * from public.audit_log where subject_id = $1', [patient.id]);
    expect(JSON.stringify(log)).not.toContain('words-of');
    expect(log).toContainEqual(
      expect.objectContaining({
        action: 'insert',
        kind: 'messages',
        actor_id: coach.person,
        staff_role: 'coach',
      }),
    );
  });
});

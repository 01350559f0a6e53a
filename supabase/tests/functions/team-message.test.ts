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

  test('an answer of a person stops the clock, and the patient reads who wrote it', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const { threadId } = await writes(patient);
    expect(await waits(coach, patient)).toHaveLength(1);
    expect((await answer(coach, threadId)).status).toBe(200);
    expect(await waits(coach, patient)).toEqual([]);
    const { data } = await patient.client.from('messages').select('sender,person_name,text').eq('place', 2);
    expect(data).toEqual([{ sender: 'team', person_name: 'The coach', text: 'Two days.' }]);
  });

  test('taking it, and saying that it is done, stop nothing', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const { id } = await writes(patient);
    const key = `message-waits:${id}`;
    expect((await ask('team-decide', coach, { key, decision: 'take' })).status).toBe(200);
    expect(await ask('team-decide', coach, { key, decision: 'done', outcome: 'spoke' })).toMatchObject(
      NOT_ALLOWED,
    );
    expect(await waits(coach, patient)).toHaveLength(1);
  });

  test('answered by phone is an answer of its own, and nobody is mailed about it', async () => {
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

  test('of two who answer at once one does; the other is told, reads it, and may add to it', async () => {
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

  test('200 retries of an answer are one message and one notice', async () => {
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

  test('the notice says that there is a message, has a link and says nothing more, by email, at most one an hour', async () => {
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

  test('whoever chose no mail gets none, and a text is a choice of its own', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const { threadId } = await writes(patient);
    const { status } = await patient.client
      .from('customers')
      .update({ message_mails: false })
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

  /** What waits to be sent: how long after the patient was last here, and whether it would be dropped then. */
  const waiting = ({ id }: { id: string }) =>
    sql(
      `select extract(epoch from send_after - here_at)::integer as "secondsLater", private.is_unwanted(message) as unwanted
       from public.outbox as message left join private.portal_visits using (user_id)
       where user_id = $1 and purpose = 'message' and sent_at is null and dropped_at is null`,
      [id],
    );

  test('while the portal is open a notice waits, and what they saw or read there is not mailed later', async () => {
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

  test('whoever left ten seconds before the answer is mailed two minutes after they left', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const { threadId } = await writes(patient);
    await ask('read-messages', patient, {});
    await sql(`update private.portal_visits set here_at = now() - interval '10 seconds' where user_id = $1`, [
      patient.id,
    ]);
    await answer(coach, threadId);
    expect(await waiting(patient)).toEqual([{ secondsLater: 120, unwanted: false }]);
  });

  test('a notice that waits for its hour tells of what came after a visit', async () => {
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

  test('a text goes to the number that a text service takes, and to none where there is no number', async () => {
    const coach = await member('coach');
    const recipients = [];
    for (const phone of ['+1 (555) 010-0199', 'by mail only']) {
      const patient = await deployment.patient();
      await sql(
        'update public.customers set customer_phone = $2, message_texts = true, message_mails = false where user_id = $1',
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

  test('a colleague’s patient is theirs until half of the time is gone; then every coach sees it and may answer', async () => {
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
    for (const who of [sam, clinician]) expect(await waits(who, patient)).toEqual([]);
    expect(await answer(sam, threadId)).toMatchObject(REASON_REQUIRED);
    await passes(patient, 0.6);
    expect(await waits(sam, patient)).toMatchObject([{ owner: 'coach' }]);
    // Of that patient nothing but the message.
    const ofPatient = async (who: Who) =>
      JSON.stringify((await ask('team-today', who)).json['ended']).includes(patient.id);
    expect([await ofPatient(marisol), await ofPatient(sam)]).toEqual([true, false]);
    expect(await ask('team-decide', sam, { key, decision: 'reopen' })).toMatchObject(NOT_ALLOWED);
    expect(await waits(clinician, patient)).toEqual([]);
    await passes(patient, 1.1);
    for (const who of [marisol, sam, clinician])
      expect(await waits(who, patient)).toMatchObject([{ owner: 'clinician' }]);
    const handed = { key: `message-waits:${id}`, decision: 'hand-over', to: sam.person, words: 'Please.' };
    expect((await ask('team-decide', clinician, handed)).status).toBe(200);
    expect((await answer(sam, threadId)).status).toBe(200);
    for (const who of [marisol, sam, clinician]) expect(await waits(who, patient)).toEqual([]);
    expect(await ask(`team-messages?patient=${patient.id}`, sam)).toMatchObject(REASON_REQUIRED);
  });

  test('administrators, patients, and ids of nothing are refused; consent that ended closes the thread', async () => {
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

  test('an answer that nobody read for a week is shown to the coach, and goes when it is read', async () => {
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

  test('the audit log names the person and the kind, never the words', async () => {
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

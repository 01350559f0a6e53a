import { expect } from 'vitest';
import { inBothDeployments, test } from './testing/deployments.ts';
import { messageScene } from './testing/messages.ts';

inBothDeployments('team-conversations', (deployment) => {
  const scene = messageScene(deployment.server);
  const { sql, member, writes, ask, answers, assign, passes } = scene;
  type Who = Awaited<ReturnType<typeof member>>;
  type Listed = { patient: { id: string }; topic: string; isUnread: boolean; firstWords: string };
  const list = async (who: Who, query: object = {}) => {
    const { status, json } = await ask(
      `team-conversations?${new URLSearchParams({ ...query }).toString()}`,
      who,
    );
    expect(status).toBe(200);
    return json as { conversations: Listed[]; next: string | null };
  };
  const of = async (who: Who, patient: { id: string }, show: string) =>
    (await list(who, { show })).conversations.filter((each) => each.patient.id === patient.id);

  test('a message needs a reply until it has one, is unread until opened, and is then under All', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    await assign(patient, coach);
    const { threadId } = await writes(patient);
    expect(await of(coach, patient, 'needs-reply')).toMatchObject([
      {
        topic: 'The kit',
        isUnread: true,
        firstWords: 'How long does the kit take?',
        waiting: { stage: 'fresh' },
      },
    ]);
    await ask(`team-messages?thread=${threadId}`, coach);
    expect(await of(coach, patient, 'needs-reply')).toMatchObject([{ isUnread: false }]);
    await answers(coach, threadId);
    expect(await of(coach, patient, 'needs-reply')).toEqual([]);
    expect(await of(coach, patient, 'mine')).toMatchObject([{ from: 'team', waiting: null }]);
    expect(await of(coach, patient, 'all')).toHaveLength(1);
    // What a colleague replied to is read.
    expect(await of(await member('clinician'), patient, 'all')).toMatchObject([{ isUnread: false }]);
  });

  test('‘No reply needed’ removes it from the list, and undo brings it back', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const { id } = await writes(patient, 'Thank you!');
    const key = `message-waits:${id}`;
    await ask('team-decide', coach, { key, decision: 'done', outcome: 'no-reply' });
    expect(await of(coach, patient, 'needs-reply')).toEqual([]);
    await ask('team-decide', coach, { key, version: 1, decision: 'reopen' });
    expect(await of(coach, patient, 'needs-reply')).toHaveLength(1);
  });

  test('a coach sees a colleague’s patient with a reason, or once half of the time has passed; administrators see nothing', async () => {
    const [marisol, sam, clinician, admin, patient, other] = [
      await member('coach'),
      await member('coach'),
      await member('clinician'),
      await member('administrator'),
      await deployment.patient(),
      await deployment.patient(),
    ];
    await assign(patient, marisol);
    await assign(other, marisol);
    await writes(patient);
    await writes(other);
    expect(await of(clinician, patient, 'all')).toHaveLength(1);
    expect(await of(clinician, patient, 'mine')).toEqual([]);
    expect(await of(sam, patient, 'all')).toEqual([]);
    await ask('team-open-with-reason', sam, { id: patient.id, category: 'safety', words: 'A call' });
    expect(await of(sam, patient, 'all')).toHaveLength(1);
    expect(await of(sam, other, 'all')).toEqual([]);
    await passes(other, 0.6);
    expect(await of(sam, other, 'needs-reply')).toHaveLength(1);
    for (const who of [admin, patient as unknown as Who])
      expect((await ask('team-conversations', who)).status).toBe(403);
    await sql('update public.customers set data_usage_consent = false where user_id = $1', [other.id]);
    expect(await of(clinician, other, 'all')).toEqual([]);
  });

  test('‘Mine’ has the conversations of a coach’s patients, those they wrote in last, and those handed off to them', async () => {
    const [marisol, sam, noa, patient] = [
      await member('coach'),
      await member('coach'),
      await member('clinician'),
      await deployment.patient(),
    ];
    await assign(patient, marisol);
    const { id, threadId } = await writes(patient);
    expect(await of(marisol, patient, 'mine')).toHaveLength(1);
    expect(await of(sam, patient, 'mine')).toEqual([]);
    const handed = {
      key: `message-waits:${id}`,
      decision: 'hand-over',
      to: sam.person,
      words: 'They know the kit.',
    };
    expect((await ask('team-decide', marisol, handed)).status).toBe(200);
    expect(await of(sam, patient, 'mine')).toHaveLength(1);
    await answers(noa, threadId);
    expect(await of(sam, patient, 'mine')).toEqual([]);
    expect(await of(noa, patient, 'mine')).toHaveLength(1);
    // Sam got the conversation today, but Noa wrote in it after that.
    await writes(patient, 'Thank you!');
    expect(await of(sam, patient, 'mine')).toEqual([]);
    expect(await of(noa, patient, 'mine')).toHaveLength(1);
  });

  test('they are found by name, come in pages, newest first, and each reader is logged', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    await writes(patient);
    const [name] = await sql('select name from private.patient_directory where id = $1', [patient.id]);
    const { conversations } = await list(coach, { show: 'all', search: String(name!['name']) });
    expect(conversations.some((each) => each.patient.id === patient.id)).toBe(true);
    expect((await list(coach, { show: 'all', search: 'zzz nobody' })).conversations).toEqual([]);
    const before = `2000-01-01T00:00:00.000000Z~${patient.id}`;
    expect((await list(coach, { show: 'all', before })).conversations).toEqual([]);
    expect((await ask('team-conversations?before=yesterday', coach)).status).toBe(400);
    for (const moment of ['2026-13-45T99:99:99Z', '2026-02-30T00:00:00Z', '2026-01-01T24:00:00.000001Z'])
      expect((await ask(`team-conversations?before=${moment}~${patient.id}`, coach)).status, moment).toBe(
        400,
      );
    const reads = await sql(
      `select kind from public.audit_log where subject_id = $1 and action = 'read' and actor_id = $2`,
      [patient.id, coach.person],
    );
    expect(reads).toEqual([{ kind: 'messages' }]);
  });
});

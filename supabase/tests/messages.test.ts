import { usualHours } from '../../domain/coach/clinic-hours.ts';
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { dueAtOf, waitingIn, type ClockMessage } from '../../domain/messages/reply-clock.ts';
import { TOPICS, type Topic } from '../../domain/messages/topics.ts';
import { DAY, isoFromInstant } from '../../domain/time/instant.ts';
import { join, type Patient } from './people.ts';
import { CLINIC } from './records.ts';
import { expectAppendOnly, NOTHING, reach, testRights } from './rights.ts';

const may = {
  owner: reach('own', 'refused', 'refused', 'refused'),
  stranger: reach('own', 'refused', 'refused', 'refused'),
  newcomer: reach('none', 'refused', 'refused', 'refused'),
  uninvited: reach('none', 'refused', 'refused', 'refused'),
  anonymous: NOTHING,
  service: NOTHING,
};
const scene = testRights('messages', {
  message_threads: {
    insert: `insert into public.message_threads (user_id, topic) values ($1, 'The kit')`,
    set: `topic = 'The kit'`,
    may,
  },
  messages: {
    insert: `insert into public.messages (thread_id, user_id, place, sender, text, due_at)
      select id, user_id, 3, 'patient', 'a', now() + interval '1 year' from public.message_threads where user_id = $1`,
    set: `due_at = now()`,
    may,
  },
  message_reads: {
    insert: `insert into public.message_reads (thread_id, user_id, reader, place)
      select id, user_id, 'patient', 1 from public.message_threads where user_id = $1`,
    set: 'place = 1',
    may,
  },
  message_pictures: {
    insert: `insert into public.message_pictures (id, message_id, user_id, place, name, type, bytes)
      select gen_random_uuid(), id, user_id, 2, 'a', 'image/png', 1 from public.messages where user_id = $1 limit 1`,
    set: `name = 'other'`,
    may,
  },
});

const sql = async (text: string, values: unknown[] = []) =>
  (await scene.people.database.query(text, values)).rows;
const send = async (patient: Patient, topic: Topic, text = 'Hello', more: Partial<Sent> = {}) =>
  (
    await sql('select public.send_message($1, $2, $3, $4, $5, $6) as answer', [
      patient.id,
      more.thread ?? null,
      more.thread ? null : topic,
      text,
      more.dueAt ?? new Date(),
      more.submission ?? null,
    ])
  )[0]!['answer'] as { id: string; threadId: string; dueAt: string | null; problem?: string };
type Sent = { thread: string; dueAt: Date; submission: string };
const answer = (threadId: string) =>
  sql(
    `insert into public.messages (thread_id, user_id, place, sender, text, person_id, person_name, person_role)
     select id, user_id, (select max(place) + 1 from public.messages where thread_id = $1), 'team', 'Yes', $2, 'Robin', 'coach'
     from public.message_threads where id = $1`,
    [threadId, CLINIC.host],
  );

test.each(['message_threads', 'messages', 'message_reads', 'message_pictures'])(
  'no one rewrites %s',
  async (table) => {
    await expectAppendOnly(scene.people, table, [
      `update public.${table} set id = id`,
      `delete from public.${table}`,
    ]);
  },
);

test('the database and the domain have the same topics', async () => {
  const patient = await join(scene.people.database, 'toni', { consented: true });
  const threads = [];
  for (const topic of TOPICS) threads.push((await send(patient, topic)).threadId);
  expect(new Set(threads).size).toBe(TOPICS.length);
  await expect(send(patient, 'Money' as Topic)).rejects.toMatchObject({ code: '23514' });
});

test('one thread per topic, by its topic and by its id', async () => {
  const patient = await join(scene.people.database, 'uma', { consented: true });
  const first = await send(patient, 'The kit');
  const second = await send(patient, 'The kit');
  const third = await send(patient, 'The kit', 'More', { thread: first.threadId });
  expect([second.threadId, third.threadId]).toEqual([first.threadId, first.threadId]);
  expect(await sql('select place from public.messages where user_id = $1 order by 1', [patient.id])).toEqual([
    { place: 1 },
    { place: 2 },
    { place: 3 },
  ]);
});

test('no one writes into another patient’s thread', async () => {
  const [vic, walt] = [
    await join(scene.people.database, 'vic', { consented: true }),
    await join(scene.people.database, 'walt', { consented: true }),
  ];
  const { threadId } = await send(vic, 'The kit');
  expect(await send(walt, 'The kit', 'Hello', { thread: threadId })).toEqual({ problem: 'unknown_thread' });
  expect(await sql('select from public.messages where user_id = $1', [walt.id])).toEqual([]);
});

test('a submission is stored once, however often and concurrently; different words under it are refused', async () => {
  const patient = await join(scene.people.database, 'xena', { consented: true });
  const submission = randomUUID();
  const tries = await Promise.all(
    Array.from({ length: 20 }, () => send(patient, 'The kit', 'Once', { submission })),
  );
  expect(new Set(tries.map(({ id }) => id)).size).toBe(1);
  expect(await send(patient, 'The kit', 'Twice', { submission })).toEqual({ problem: 'submission_reused' });
  expect(await send(patient, 'My treatment', 'Once', { submission })).toEqual({
    problem: 'submission_reused',
  });
  expect(await sql('select topic from public.message_threads where user_id = $1', [patient.id])).toEqual([
    { topic: 'The kit' },
  ]);
});

test('both sides hear live that someone wrote or replied, without a word of it', async () => {
  const patient = await join(scene.people.database, 'yara', { consented: true });
  const heardSince = async (since: unknown) =>
    (
      await sql(
        `select topic, payload::text as payload from realtime.messages where inserted_at > $1::timestamp`,
        [since],
      )
    ).filter(({ topic }) => topic === 'team:today' || topic === `patient:${patient.id}`);
  const start = async () => (await sql(`select timezone('utc', now())::text as now`))[0]!['now'];
  for (const act of [
    () => send(patient, 'The kit', 'words-of-yara'),
    async () =>
      answer(
        (await sql('select id from public.message_threads where user_id = $1', [patient.id]))[0]![
          'id'
        ] as string,
      ),
  ]) {
    const since = await start();
    await act();
    const heard = await heardSince(since);
    expect(new Set(heard.map(({ topic }) => topic))).toEqual(
      new Set(['team:today', `patient:${patient.id}`]),
    );
    expect(JSON.stringify(heard)).toContain('messages');
    expect(JSON.stringify(heard)).not.toContain('words-of');
  }
});

type Act = { from: 'patient' | 'team'; after: number; topic: Topic };

test('whatever is written and replied, the database waits for what the rule says', async () => {
  const acts: fc.Arbitrary<Act[]> = fc.array(
    fc.record({
      from: fc.constantFrom('patient', 'patient', 'team'),
      after: fc.integer({ min: 0, max: DAY }),
      topic: fc.constantFrom<Topic>('The kit', 'My treatment'),
    }),
    { maxLength: 25 },
  );
  let histories = 0;
  await fc.assert(
    fc.asyncProperty(acts, async (history) => {
      const patient = await join(scene.people.database, `clock${histories++}`, { consented: true });
      const threads = new Map<Topic, { id: string; messages: ClockMessage[] }>();
      let now = Date.UTC(2026, 9, 24);
      for (const { from, after, topic } of history) {
        now += after;
        const known = threads.get(topic);
        if (from === 'team') {
          if (!known) continue;
          await answer(known.id);
          known.messages.push({ id: 'answer', from, at: now, dueAt: null });
        } else {
          // What a function promises to anyone who writes now; it counts only if nothing waits.
          const promised = dueAtOf(now, usualHours('Europe/London'));
          const { id, threadId, dueAt } = await send(patient, topic, 'Hello', { dueAt: new Date(promised) });
          const messages = known?.messages ?? [];
          messages.push({ id, from, at: now, dueAt: waitingIn(messages) === null ? promised : null });
          threads.set(topic, { id: threadId, messages });
          expect(Date.parse(dueAt!)).toBe(waitingIn(messages)!.dueAt);
        }
      }
      const waits = [...threads.values()].flatMap(({ messages }) => waitingIn(messages) ?? []);
      const stored = await sql('select id, due_at from private.waiting_messages($1) order by id', [
        patient.id,
      ]);
      expect(
        stored.map(({ id, due_at: due }) => ({ id, due: isoFromInstant(Number(new Date(due as string))) })),
      ).toEqual(
        waits
          .map(({ id, dueAt }) => ({ id, due: isoFromInstant(dueAt) }))
          .toSorted((one, other) => one.id.localeCompare(other.id)),
      );
    }),
    { numRuns: 25 },
  );
});

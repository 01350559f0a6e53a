import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jpeg } from '../../domain/messages/pictures/testing.ts';
import { connectRaw } from '../../server/realtime/testing/raw-client.ts';
import { newPatient, type Patient } from '../../server/testing/patient.ts';
import { mailedMember, newMember, type Member } from '../../server/testing/team.ts';
import { startTestServer, type TestServer } from '../../server/testing/test-server.ts';
import { messageScene } from './functions/testing/messages.ts';

// Attacks that the probes don't try: by someone who knows a conversation's ids, its picture's link or a
// colleague's key, or who has just left.

const WORDS = 'words-between-two';
let server: TestServer;
let files: string;
let patient: Patient;
let stranger: Patient;
let coach: Member;
/** By name, so that a failure says who got in. */
let outsiders: [string, string][];
let talk: { id: string; threadId: string };
let picture: string;
const scene = messageScene(() => server);
const { ask, sql, leaves, answers } = scene;

beforeAll(async () => {
  files = await mkdtemp(join(tmpdir(), 'bea-attacks-'));
  server = await startTestServer({ DATA_DIR: files });
  [patient, stranger] = [await newPatient(server), await newPatient(server)];
  coach = await scene.member('coach');
  await scene.assign(patient, coach);
  outsiders = [
    ['another patient', stranger.token],
    ['another coach', (await scene.member('coach')).token],
    ['an administrator', (await scene.member('administrator')).token],
    ['a coach without a factor', (await mailedMember(server, 'coach')).token],
    ['nobody', server.keys.anonKey],
  ];
  picture = (await leaves(patient, jpeg())).id;
  const sent = await ask('send-message', patient, { topic: 'The kit', text: WORDS, files: [picture] });
  talk = sent.json as typeof talk;
  expect((await answers(coach, talk.threadId, `${WORDS} too`)).status).toBe(200);
});
afterAll(async () => {
  await server.stop();
  await rm(files, { recursive: true, force: true });
});

type Init = { method?: string; body?: string; headers?: Record<string, string> };
const get = async (path: string, token: string | null, init: Init = {}) => {
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
  const headers = { apikey: server.keys.anonKey, ...authorization, ...init.headers };
  const answer = await fetch(server.url + path, { ...init, headers });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
};
const countOf = async () =>
  (await sql('select from public.messages where user_id = $1', [patient.id])).length;

test('knowing a conversation’s ids is not enough to read or answer it', async () => {
  const before = await countOf();
  for (const [who, token] of outsiders) {
    for (const path of [
      `team-messages?thread=${talk.threadId}`,
      `team-messages?thread=${talk.id}`,
      `team-messages?patient=${patient.id}`,
      `team-picture?id=${picture}`,
    ]) {
      const { status, json } = await ask(path, { token });
      expect([who, path, status]).toEqual([who, path, who === 'nobody' ? 401 : 403]);
      expect(JSON.stringify(json)).not.toContain(WORDS);
    }
    for (const [name, body] of [
      ['team-message', { threadId: talk.threadId, text: 'Hello' }],
      ['team-message', { threadId: talk.threadId, text: 'Hello', byPhone: true }],
      ['send-message', { threadId: talk.threadId, text: 'Hello' }],
      ['read-messages', { threadId: talk.threadId, place: 2 }],
    ] as const)
      expect([401, 403, 404], `${who} ${name}`).toContain((await ask(name, { token }, body)).status);
  }
  expect(await countOf()).toBe(before);
});

test('a picture is available to its patient, and by a link that opens nothing else and runs nothing', async () => {
  const kept = `documents/${patient.id}/messages/${picture}`;
  for (const [who, token] of outsiders)
    for (const path of [kept, `authenticated/${kept}`, `public/${kept}`, `authenticated/guides/../${kept}`])
      expect([400, 401, 404], `${who} ${path}`).toContain(
        (await get(`/storage/v1/object/${path}`, token)).status,
      );
  for (const [method, path, body] of [
    ['DELETE', 'documents', { prefixes: [`${patient.id}/messages/${picture}`] }],
    ['DELETE', kept, undefined],
    ['PUT', kept, {}],
    ['POST', `sign/${kept}`, { expiresIn: 60 }],
  ] as const)
    await get(`/storage/v1/object/${path}`, patient.token, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  expect((await get(`/storage/v1/object/authenticated/${kept}`, patient.token)).status).toBe(200);

  const { json } = await ask(`team-picture?id=${picture}`, coach);
  const link = String(json['path']);
  const waiting = (await leaves(patient, jpeg())).id;
  const opened = await get(link, null);
  expect(opened.status).toBe(200);
  for (const other of [
    link.replace(picture, randomUUID()),
    link.replace('/documents/', '/message-uploads/').replace(`messages/${picture}`, waiting),
  ])
    expect((await get(other, null)).status).toBe(400);
  const renamed = await get(link.replace(/download=[^&]*/, 'download=x.html'), null);
  for (const { headers } of [opened, renamed]) {
    expect(headers.get('content-type')).toBe('image/jpeg');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain(`default-src 'none'`);
    expect(headers.get('content-disposition')).toContain('attachment');
  }
});

test('a key is its person’s: under a colleague’s or another patient’s it is another act', async () => {
  const key = { 'idempotency-key': randomUUID() };
  const body = { threadId: talk.threadId, text: 'Under a key' };
  const first = await ask('team-message', coach, body, key);
  expect(first.status).toBe(200);
  const clinician = await scene.member('clinician');
  expect(await ask('team-message', clinician, body, key)).toMatchObject({
    status: 409,
    json: { code: 'changed_meanwhile' },
  });
  for (const [who, token] of outsiders)
    expect([401, 403], who).toContain((await ask('team-message', { token }, body, key)).status);
  expect((await ask('team-message', coach, body, key)).json).toEqual(first.json);
  const contact = { action: 'contact', id: patient.id, how: 'phone', words: 'We spoke' };
  expect(await ask('team-care', coach, contact, key)).toMatchObject({ json: { code: 'submission_reused' } });
  const own = await ask('send-message', patient, { topic: 'Something else', text: 'Mine' }, key);
  const theirs = await ask('send-message', stranger, { topic: 'Something else', text: 'Mine' }, key);
  expect([own.status, theirs.status]).toEqual([200, 200]);
  expect(theirs.json['id']).not.toBe(own.json['id']);
});

test('someone who leaves the team hears nothing more, by token or open socket', async () => {
  const leaver = await newMember(server, 'coach');
  const { url, keys } = server;
  const socket = await connectRaw({ url, anonKey: keys.anonKey });
  expect((await socket.join('team:today', leaver.token)).status).toBe('ok');
  await sql('select public.team_deactivate(null, $1)', [leaver.person]);
  await socket.closed;
  await ask('send-message', patient, { threadId: talk.threadId, text: 'After they left' });
  expect(socket.received).toEqual([]);
  for (const path of [`team-messages?thread=${talk.threadId}`, `team-picture?id=${picture}`, 'team-today'])
    expect((await ask(path, leaver)).status).toBe(401);
});

test('only its participants hear or speak in a conversation’s channel', async () => {
  const topics = [`patient:${patient.id}`, `team:record:${patient.id}`, 'team:today'];
  const mayHear = new Set(['another coach team:today']);
  const { url, keys } = server;
  for (const [who, token] of outsiders)
    for (const topic of topics) {
      const socket = await connectRaw({ url, anonKey: keys.anonKey });
      const { status } = await socket.join(topic, token);
      expect([who, topic, status]).toEqual([who, topic, mayHear.has(`${who} ${topic}`) ? 'ok' : 'error']);
      const spoken = { type: 'broadcast', event: 'change', payload: { table: 'messages' } };
      expect((await socket.ask(topic, 'broadcast', spoken)).status).toBe('error');
      socket.socket.terminate();
      const { status: sent } = await get('/realtime/v1/api/broadcast', token, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ messages: [{ topic, event: 'change', payload: {}, private: true }] }),
      });
      expect([401, 403], `${who} ${topic}`).toContain(sent);
    }
});

test('a reply and a consent withdrawal at once: either it is stored before, or it is refused', async () => {
  for (let round = 0; round < 5; round++) {
    const other = await newPatient(server);
    const { threadId } = await scene.writes(other);
    const [answered] = await Promise.all([
      answers(coach, threadId),
      sql('update public.customers set data_usage_consent = false where user_id = $1', [other.id]),
    ]);
    const stored = await sql(`select from public.messages where user_id = $1 and sender = 'team'`, [
      other.id,
    ]);
    expect([200, 403]).toContain(answered.status);
    expect(stored).toHaveLength(answered.status === 200 ? 1 : 0);
    expect((await answers(coach, threadId)).status).toBe(403);
    // What was written before waits for no one's mailbox: they no longer have consent.
    expect(
      await sql(
        `select from public.outbox as mail where user_id = $1 and purpose = 'message' and not private.is_unwanted(mail)`,
        [other.id],
      ),
    ).toEqual([]);
  }
});

test('an account deleted while its patient sends and its coach replies takes everything along', async () => {
  for (let round = 0; round < 8; round++) {
    const leaver = await newPatient(server);
    const { threadId } = await scene.writes(leaver);
    const body = { topic: 'The kit', text: WORDS, files: [(await leaves(leaver, jpeg())).id] };
    const goes = async () => {
      await pause(round * 4);
      await sql('delete from auth.users where id = $1', [leaver.id]);
    };
    const [sent, read, answered, opened] = await Promise.all([
      ask('send-message', leaver, body),
      ask('read-messages', leaver, {}),
      answers(coach, threadId),
      ask(`team-messages?thread=${threadId}`, coach),
      goes(),
    ]);
    for (const [name, { status }] of Object.entries({ sent, read, answered, opened }))
      expect([200, 401, 403, 404], name).toContain(status);
    for (const table of ['message_threads', 'messages', 'message_pictures', 'message_reads'])
      expect(await sql(`select from public.${table} where user_id = $1`, [leaver.id])).toEqual([]);
  }
});

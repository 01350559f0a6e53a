import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pdf } from '../../domain/messages/files/testing.ts';
import { jpeg } from '../../domain/messages/pictures/testing.ts';
import { completeSecrets, createKeys } from '../../server/auth/keys.ts';
import { createDatabase, type Database } from '../../server/database/database.ts';
import { removeData } from '../../server/embedded/cluster-folder.ts';
import { newPatient, type Patient } from '../../server/testing/patient.ts';
import { spawnPortal, type Portal } from '../../server/testing/spawn-portal.ts';
import { newMember } from '../../server/testing/team.ts';
import type { TestServer } from '../../server/testing/test-server.ts';
import { withCluster } from '../clinic.ts';
import { assert, eventually } from './assert.ts';

/**
 * As long as a message with a picture takes, so that some kills come before it is stored, some during and
 * some after.
 */
const LONGEST_PAUSE_MS = 200;

type Scene = { people: TestServer; servers: [Portal, Portal]; start: () => Promise<Portal> };

/**
 * Two servers, one killed while a patient sends a picture, a coach replies, or a coach begins a conversation
 * with a PDF; all retry until they hear that it is done. Each kill of the first two has one of the third.
 */
export const messageKills = ({ kills = 20 } = {}) =>
  withCluster(async (url) => {
    const secrets = await completeSecrets({});
    const env = {
      PORTAL_IS_ELSEWHERE: 'true',
      DEMO_DATA: 'false',
      DATABASE_URL: url,
      JWT_SECRET: secrets.jwtSecret,
      SUPABASE_ANON_KEY: secrets.anonKey,
      SUPABASE_SERVICE_ROLE_KEY: secrets.serviceRoleKey,
    };
    const dataFolder = await mkdtemp(join(tmpdir(), 'bea-messages-'));
    const started: Portal[] = [];
    const start = async () => {
      const portal = await spawnPortal({ env, dataFolder });
      started.push(portal);
      return portal;
    };
    const database = createDatabase(url, { connections: 2 });
    try {
      const servers: Scene['servers'] = [await start(), await start()];
      // Creating people needs only this much of a server.
      const people = {
        database,
        keys: createKeys(secrets),
        url: servers[0].url,
        invite: async (email: string) =>
          void (await database.query(
            `insert into public.invitations (email, first_name, last_name) values ($1, 'Robin', 'C')`,
            [email],
          )),
      } as unknown as TestServer;
      const scene = { people, servers, start };
      for (let turn = 0; turn < kills; turn += 1) {
        await converse(scene, turn);
        await begin(scene, turn);
      }
      return { kills: 2 * kills, messages: await compare(database, kills) };
    } finally {
      await database.end();
      for (const portal of started) await portal.end('SIGTERM');
      await removeData(dataFolder);
    }
  });

/** One message with a picture, one reply, and a kill during one of them. */
async function converse(scene: Scene, turn: number): Promise<void> {
  const [patient, coach] = [await newPatient(scene.people), await newMember(scene.people, 'coach')];
  const { other, killedDuring } = hold(scene, turn);
  const isKilledWhileSending = turn % 4 === 0 || turn % 4 === 3;
  const picture = await leave(other, patient, {
    bucket: 'message-uploads',
    type: 'image/jpeg',
    body: jpeg(),
  });
  const message = { topic: 'The kit', text: 'How long does it take?', files: [picture] };

  const send = call('send-message', patient.token, message);
  if (isKilledWhileSending) await killedDuring(send);
  const { threadId } = await insist(() => send(other));
  const answer = call('team-message', coach.token, { threadId, text: 'Two days.' });
  if (!isKilledWhileSending) await killedDuring(answer);
  await insist(() => answer(other));
}

/** One first message by a coach, with a PDF, and a kill during it. */
async function begin(scene: Scene, turn: number): Promise<void> {
  const [patient, coach] = [await newPatient(scene.people), await newMember(scene.people, 'coach')];
  const { other, killedDuring } = hold(scene, turn);
  const file = await leave(other, coach, { bucket: 'team-uploads', type: 'application/pdf', body: pdf() });
  const first = { patientId: patient.id, topic: 'A test result', text: 'Here is the guide.', files: [file] };
  const send = call('team-message', coach.token, first);
  await killedDuring(send);
  await insist(() => send(other));
}

/** The server that stays, and how the other one is killed while it does something. */
function hold({ servers, start }: Scene, turn: number) {
  const [victim, other] = [turn % 2, servers[1 - (turn % 2)]!];
  const killed = servers[victim]!;
  return {
    other,
    killedDuring: async (act: (portal: Portal) => Promise<unknown>) => {
      const work = act(killed);
      await pause(Math.random() * LONGEST_PAUSE_MS);
      await killed.end('SIGKILL');
      await work;
      servers[victim] = await start();
    },
  };
}

type Left = { bucket: string; type: string; body: BodyInit };

async function leave({ url }: Portal, { id, token }: Patient, { bucket, type, body }: Left) {
  const file = randomUUID();
  const { status } = await fetch(`${url}/storage/v1/object/${bucket}/${id}/${file}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body,
  });
  assert(status === 200, `a file could not be left: ${status}`);
  return file;
}

type Said = { status: number; json: { threadId?: string; code?: string } };

/** Repeats the same act at either server. */
function call(name: string, token: string, body: object): (portal: Portal) => Promise<Said | null> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  };
  return ({ url }) =>
    fetch(`${url}/functions/v1/${name}`, { method: 'POST', headers, body: JSON.stringify(body) }).then(
      async (response) => ({ status: response.status, json: (await response.json()) as Said['json'] }),
      () => null, // it was killed
    );
}

async function insist(act: () => Promise<Said | null>): Promise<Said['json']> {
  let said: Said | null = null;
  await eventually('an answer after a kill', 30, async () => {
    said = await act();
    assert(said === null || [200, 429, 503].includes(said.status), `${said?.status} ${said?.json.code}`);
    return said?.status === 200;
  });
  return said!['json'];
}

/**
 * Each conversation of a patient has one message with one picture, one reply and one notice, and each one of
 * a coach one message with one PDF, one notice and no reply clock. No stray file, and nothing waiting.
 */
async function compare({ query }: Database, kills: number): Promise<number> {
  const { rows } = await query<Record<string, number>>(
    `select (select count(*)::int from public.messages) as messages,
       (select count(distinct (user_id, sender))::int from public.messages) as sides,
       (select count(*)::int from public.messages where due_at is not null) as clocks,
       (select count(*)::int from public.message_pictures join storage.objects using (name) where bucket_id = 'documents') as kept,
       (select count(*)::int from storage.objects where bucket_id in ('documents', 'message-uploads', 'team-uploads')) as files,
       (select count(*)::int from public.outbox where purpose = 'message') as notices,
       (select count(*)::int from public.customers, private.waiting_messages(user_id)) as waiting`,
  );
  const found = JSON.stringify(rows[0]);
  const wanted = {
    messages: 3 * kills,
    sides: 3 * kills,
    clocks: kills,
    kept: 2 * kills,
    files: 2 * kills,
    notices: 2 * kills,
    waiting: 0,
  };
  assert(found === JSON.stringify(wanted), `${2 * kills} conversations: ${found}`);
  return rows[0]!['messages']!;
}

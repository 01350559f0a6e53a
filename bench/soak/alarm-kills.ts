import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { completeSecrets } from '../../server/auth/keys.ts';
import { createDatabase, type Database } from '../../server/database/database.ts';
import { removeData } from '../../server/embedded/cluster-folder.ts';
import { spawnPortal, type Portal } from '../../server/testing/spawn-portal.ts';
import { withCluster } from '../clinic.ts';
import { assert, eventually } from './assert.ts';

const DUTY_PHONE = '+15550199';
/** Longer than a look takes, so that some kills come before it, some during it and some after. */
const LONGEST_PAUSE_MS = 120;

type Scene = { database: Database; key: string; servers: [Portal, Portal]; start: () => Promise<Portal> };

/**
 * At night, on two servers: one is killed between a patient's report and the alarm. The person on duty gets
 * one text for each report.
 */
export const alarmKills = ({ kills = 20, untilSent = true } = {}) =>
  withCluster(async (url) => {
    const { jwtSecret, anonKey, serviceRoleKey } = await completeSecrets({});
    const env = {
      PORTAL_IS_ELSEWHERE: 'true',
      DEMO_DATA: 'false',
      DATABASE_URL: url,
      JWT_SECRET: jwtSecret,
      SUPABASE_ANON_KEY: anonKey,
      SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey,
      CLINIC_TIME_ZONE: whereItIsNight(),
      DUTY_PHONE,
    };
    const dataFolder = await mkdtemp(join(tmpdir(), 'bea-alarms-'));
    const started: Portal[] = [];
    const start = async () => {
      const portal = await spawnPortal({ env, dataFolder });
      started.push(portal);
      return portal;
    };
    const database = createDatabase(url, { connections: 2 });
    try {
      const scene: Scene = { database, key: serviceRoleKey, servers: [await start(), await start()], start };
      for (let turn = 0; turn < kills; turn += 1) await killBetween(scene, turn);
      const texts = await compare(database, kills);
      // After two minutes, another server sends what the killed one was about to.
      if (untilSent) await eventually('every text', 180, async () => (await unsent(database)) === 0);
      return { kills, texts };
    } finally {
      await database.end();
      for (const portal of started) await portal.end('SIGTERM');
      await removeData(dataFolder);
    }
  });

/** A zone where it is two in the morning: urgent items are texted right away. */
function whereItIsNight(): string {
  const ahead = ((2 - new Date().getUTCHours() + 36) % 24) - 12;
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

async function killBetween({ database, key, servers, start }: Scene, turn: number): Promise<void> {
  const patient = await addPatient(database);
  await database.query(
    `insert into public.symptom_reports (user_id, signs, strength, since, urgent) values ($1, '{pain}', 'strong', current_date, true)`,
    [patient],
  );
  const [victim, other] = [turn % 2, 1 - (turn % 2)];
  // Both servers look, as their clocks would tell them to; one of them is killed.
  const lastLook = look(servers[victim]!, key);
  await pause(Math.random() * LONGEST_PAUSE_MS);
  await servers[victim]!.end('SIGKILL');
  await lastLook;
  assert(await look(servers[other]!, key), 'the server that was left could not look');
  servers[victim] = await start();
  await eventually('an alarm after a kill', 30, async () => (await textsOf(database, patient)) > 0);
}

const look = ({ url }: Portal, key: string): Promise<boolean> =>
  fetch(`${url}/functions/v1/watch-attention`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{}',
  }).then(
    (response) => response.ok,
    () => false, // it was killed
  );

async function addPatient({ query }: Database): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  await query(`insert into public.invitations (email, first_name, last_name) values ($1, 'Robin', 'C')`, [
    email,
  ]);
  const { rows } = await query<{ id: string }>(
    'insert into auth.users (email, email_confirmed_at) values ($1, now()) returning id',
    [email],
  );
  await query(
    'update public.customers set privacy_policy_accepted = true, data_usage_consent = true where user_id = $1',
    [rows[0]!.id],
  );
  return rows[0]!.id;
}

async function textsOf({ query }: Database, patient: string): Promise<number> {
  const { rows } = await query<{ texts: number }>(
    `select count(*)::int as texts from private.attention_alarms as alarm
     join public.outbox on outbox.key = 'alarm:' || alarm.key where alarm.user_id = $1`,
    [patient],
  );
  return rows[0]!.texts;
}

/** One alarm for each patient, and as many texts. */
async function compare({ query }: Database, kills: number): Promise<number> {
  const { rows } = await query<{ alarms: number; patients: number; written: number }>(
    `select count(*)::int as alarms, count(distinct user_id)::int as patients,
       (select count(*)::int from public.outbox where channel = 'sms' and recipient = $1) as written
     from private.attention_alarms`,
    [DUTY_PHONE],
  );
  const { alarms, patients, written } = rows[0]!;
  assert(
    alarms === kills && patients === kills && written === kills,
    `${kills} things happened: ${alarms} alarms about ${patients} patients, ${written} texts`,
  );
  return written;
}

async function unsent({ query }: Database): Promise<number> {
  const { rows } = await query<{ left: number }>(
    `select count(*)::int as left from public.outbox where recipient = $1 and sent_at is null`,
    [DUTY_PHONE],
  );
  return rows[0]!.left;
}

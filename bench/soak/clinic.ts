import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createKeys } from '../../server/auth/keys.ts';
import { createDatabase, type Database } from '../../server/database/database.ts';
import { runningOn } from '../../server/embedded/lock.ts';
import { urlOfRunning } from '../../server/embedded/postgres.ts';
import type { Secrets } from '../../server/settings/settings.ts';
import { spawnPortal, type Portal } from '../../server/testing/spawn-portal.ts';

export type Visitor = { id: string; headers: Record<string, string> };
export type SoakClinic = Portal & { service: Record<string, string> };

const NO_BUILD = { PORTAL_IS_ELSEWHERE: 'true' }; // with the demo's clinic, whose calls can be booked

type Choices = { dataFolder?: string; port?: number; env?: NodeJS.ProcessEnv };

/** The product in its own process, which a scenario may overload, starve or kill. */
export async function openClinic({ env, ...place }: Choices = {}): Promise<SoakClinic> {
  const portal = await spawnPortal({ ...place, env: { ...NO_BUILD, ...env } });
  const { serviceRoleKey } = await secretsOf(portal);
  return { ...portal, service: { apikey: serviceRoleKey, 'content-type': 'application/json' } };
}

export const secretsOf = async ({ dataFolder }: Portal) =>
  JSON.parse(await readFile(join(dataFolder, 'secrets.json'), 'utf8')) as Secrets;

/** Queries the database directly, past the server. */
export async function inDatabase<T>(
  { dataFolder }: Pick<Portal, 'dataFolder'>,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const running = await runningOn(dataFolder);
  if (!running?.socketFolder) throw new Error('The portal is not running.');
  const database = createDatabase(await urlOfRunning(dataFolder, running.socketFolder), { connections: 1 });
  try {
    return await work(database);
  } finally {
    await database.end();
  }
}

/** Patients who consented and are signed in for the next two hours. */
export async function signInPatients(clinic: SoakClinic, count: number): Promise<Visitor[]> {
  const secrets = await secretsOf(clinic);
  return inDatabase(clinic, (database) => addPatients(database, secrets, count));
}

export async function addPatients({ query }: Database, secrets: Secrets, count: number): Promise<Visitor[]> {
  const keys = createKeys(secrets);
  const now = Math.floor(Date.now() / 1000);
  const visitors: Visitor[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const email = `${randomUUID()}@example.com`;
    await query(`insert into public.invitations (email, first_name, last_name) values ($1, 'Robin', 'C')`, [
      email,
    ]);
    const users = await query<{ id: string }>(
      'insert into auth.users (email, email_confirmed_at) values ($1, now()) returning id',
      [email],
    );
    const sub = users.rows[0]!.id;
    await query(
      'update public.customers set privacy_policy_accepted = true, data_usage_consent = true where user_id = $1',
      [sub],
    );
    const sessions = await query<{ id: string }>(
      'insert into auth.sessions (user_id) values ($1) returning id',
      [sub],
    );
    const claims = { sub, role: 'authenticated', aud: 'authenticated', session_id: sessions.rows[0]!.id };
    const token = await keys.sign({ ...claims, iat: now, exp: now + 7200 });
    const headers = {
      apikey: secrets.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    };
    visitors.push({ id: sub, headers });
  }
  return visitors;
}

/** The memory of the server alone, in megabytes. */
export async function memoryOf({ process: { pid } }: Portal): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

export async function postmasterOf({ dataFolder }: Portal): Promise<number> {
  return Number((await readFile(join(dataFolder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
}

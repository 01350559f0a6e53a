import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../server/database/database.ts';
import { testDatabase } from '../../server/testing/test-database.ts';
import { join, REFUSED, type Patient } from './people.ts';

// The default behavior of GoTrue and PostgREST on a Supabase project, and how our migrations change it.

const SCHEMAS = joinPath(import.meta.dirname, '../schemas');

let database: Database;
let remove: () => Promise<void>;
let owner: Patient;
beforeAll(async () => {
  ({ database, remove } = await testDatabase('supabase'));
  owner = await join(database, 'owner', { consented: true });
});
afterAll(() => remove());

/** GoTrue's statements, in its own role. */
const asAuthService = (text: string, values: unknown[] = []) =>
  database.transaction(async (query) => {
    await query('set local role supabase_auth_admin');
    return query(text, values);
  });

const SECRETS = 'encrypted_password, phone, phone_confirmed_at, phone_change, phone_change_token';
const EMPTY = {
  encrypted_password: '',
  phone: null,
  phone_confirmed_at: null,
  phone_change: '',
  phone_change_token: '',
};
const HASH = '$2a$10$0123456789012345678901234567890123456789012345678901';

test('a stranger who signs up an invited address with a password leaves none', async () => {
  await database.query(
    `insert into public.invitations (email, first_name, last_name) values ('new@example.com', 'A', 'B')`,
  );
  const { rows } = await asAuthService(
    `insert into auth.users (id, email, encrypted_password, phone, phone_confirmed_at, phone_change, phone_change_token)
     values ($1, 'new@example.com', $2, '15550100', now(), '15550101', '123456') returning ${SECRETS}`,
    [randomUUID(), HASH],
  );
  expect(rows).toEqual([EMPTY]);
});

test('nor does anyone who is signed in, and the rest of the row is written', async () => {
  const { rows } = await asAuthService(
    `update auth.users set encrypted_password = $2, phone = '15550100', phone_confirmed_at = now(),
       phone_change = '15550101', phone_change_token = '123456', raw_user_meta_data = '{"seen": true}'
     where id = $1 returning ${SECRETS}, raw_user_meta_data, confirmed_at is not null as is_confirmed`,
    [owner.id, HASH],
  );
  expect(rows).toEqual([{ ...EMPTY, raw_user_meta_data: { seen: true }, is_confirmed: true }]);
});

test('passwords from before the first migration are removed, and so are sessions they opened', async () => {
  const { database: earlier, remove: forget } = await testDatabase('supabase');
  onTestFinished(forget);
  const patient = await join(earlier, 'patient', { consented: true });
  const other = await join(earlier, 'other', { consented: true });
  await earlier.query('drop function private.keep_no_password cascade');
  await earlier.query(`update auth.users set encrypted_password = $2, phone = '15550100' where id = $1`, [
    patient.id,
    HASH,
  ]);
  await earlier.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values (gen_random_uuid(), $1, now(), now(), 'password'), (gen_random_uuid(), $2, now(), now(), 'otp')`,
    [patient.caller.sessionId, other.caller.sessionId],
  );
  const migration = joinPath(SCHEMAS, 'sign-in/no-passwords.sql');
  const client = await earlier.connect();
  await client.query('set session authorization supabase_postgres');
  await client.query(await readFile(migration, 'utf8'));
  await client.end();
  const { rows } = await earlier.query(`select ${SECRETS} from auth.users where id = $1`, [patient.id]);
  expect(rows).toEqual([EMPTY]);
  const { rows: sessions } = await earlier.query('select user_id from auth.sessions');
  expect(sessions).toEqual([{ user_id: other.id }]);
});

/**
 * PostgREST's work before a request: it takes the token's role and claims, and calls the function in its
 * settings.
 */
const request = (claims: object & { role: string }) =>
  database.transaction(async (query) => {
    const { rows } = await query<{ setting: string }>(
      `select substring(setting from '=(.*)$') as setting from pg_db_role_setting, unnest(setconfig) as setting
       where setrole = 'authenticator'::regrole and setting like 'pgrst.db_pre_request=%'`,
    );
    await query('set local session authorization authenticator');
    await query(`set local role ${claims.role}`);
    await query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(claims)]);
    await query(`select ${rows[0]!.setting}()`);
    return 'answered';
  });

const tokenOf = ({ id, caller }: Patient) => ({
  role: 'authenticated',
  sub: id,
  session_id: caller.sessionId,
});

test('PostgREST answers signed-in people, and the keys', async () => {
  expect(await request(tokenOf(owner))).toBe('answered');
  expect(await request({ role: 'anon' })).toBe('answered');
  expect(await request({ role: 'service_role' })).toBe('answered');
});

test('a project whose settings we cannot choose is still migrated, with a warning', async () => {
  const migration = await readFile(joinPath(SCHEMAS, 'sign-in/sessions.sql'), 'utf8');
  const client = await database.connect();
  const warnings: string[] = [];
  client.on('notice', ({ message }) => warnings.push(message ?? ''));
  await client.query('begin');
  await client.query('revoke set on parameter "pgrst.db_pre_request" from supabase_postgres');
  await client.query('set local session authorization supabase_postgres');
  await client.query(migration.slice(migration.indexOf('do $$')));
  await client.end();
  expect(warnings.join()).toContain('set pgrst.db_pre_request to private.check_request yourself');
});

test('a token is refused right away after sign-out', async () => {
  const leaving = await join(database, 'leaving', { consented: true });
  expect(await request(tokenOf(leaving))).toBe('answered');
  await asAuthService('delete from auth.sessions where user_id = $1', [leaving.id]);
  await expect(request(tokenOf(leaving))).rejects.toMatchObject({ code: 'PT401' });
});

test('and when the invitation ends, or the session expires', async () => {
  const uninvited = await join(database, 'uninvited', { consented: true });
  await database.query('update public.invitations set revoked_at = now() where email = $1', [
    uninvited.email,
  ]);
  await expect(request(tokenOf(uninvited))).rejects.toMatchObject({ code: 'PT401' });
  const resting = await join(database, 'resting', { consented: true });
  await asAuthService(`update auth.sessions set not_after = now() - interval '1 second' where user_id = $1`, [
    resting.id,
  ]);
  await expect(request(tokenOf(resting))).rejects.toMatchObject({ code: 'PT401' });
});

test('a token without a session, with another’s or with nonsense is refused', async () => {
  const stranger = await join(database, 'stranger', { consented: true });
  for (const session of [undefined, null, '', 'nonsense', stranger.caller.sessionId, randomUUID()]) {
    const token = { ...tokenOf(owner), session_id: session };
    await expect(request(token)).rejects.toMatchObject({ code: 'PT401' });
  }
});

test('GoTrue opens no session for someone whose invitation ended, and does so again when it is restored', async () => {
  const ended = await join(database, 'ended', { consented: true });
  const open = () =>
    asAuthService(`insert into auth.sessions (id, user_id, aal) values ($1, $2, 'aal1')`, [
      randomUUID(),
      ended.id,
    ]);
  const set = (value: string) =>
    database.query(`update public.invitations set revoked_at = ${value} where email = $1`, [ended.email]);
  await set('now()');
  await expect(open()).rejects.toMatchObject({ code: REFUSED });
  await set('null');
  expect((await open()).rowCount).toBe(1);
});

import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../server/database/database.ts';
import { inviteMember } from '../../server/testing/team.ts';
import { testDatabase, type DeploymentKind } from '../../server/testing/test-database.ts';
import { join, type Patient } from './people.ts';

// The database's own rules about passkeys, whichever auth service checks them.
describe.each<DeploymentKind>(['embedded', 'supabase'])('in the %s deployment', (deployment) => {
  let database: Database;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    ({ database, remove } = await testDatabase(deployment));
  });
  afterAll(() => remove());

  const newPatient = () => join(database, `p${randomUUID().slice(0, 8)}`, { consented: true });

  const ADD = `insert into auth.webauthn_credentials (user_id, credential_id, public_key, friendly_name)
    values ($1, $2, '\\x00', 'Passkey') returning id`;
  async function add({ id }: Pick<Patient, 'id'>): Promise<string> {
    const { rows } = await database.query<{ id: string }>(ADD, [id, randomBytes(16)]);
    return rows[0]!.id;
  }

  const countOf = async ({ id }: Pick<Patient, 'id'>) =>
    (await database.query('select from auth.webauthn_credentials where user_id = $1', [id])).rowCount;

  const emailsTo = async ({ email }: Patient) =>
    (
      await database.query<{ subject: string }>(
        `select subject from public.outbox where recipient = $1 and key like 'passkey:%' order by created_at`,
        [email],
      )
    ).rows.map(({ subject }) => subject);

  test('a patient is told when one is added and when it is removed, and when nothing else is', async () => {
    const patient = await newPatient();
    const id = await add(patient);
    expect(await emailsTo(patient)).toEqual(['A passkey was added']);
    await database.query(
      `update auth.webauthn_credentials set friendly_name = 'Phone', sign_count = 3 where id = $1`,
      [id],
    );
    expect(await emailsTo(patient)).toHaveLength(1);
    await database.query('delete from auth.webauthn_credentials where id = $1', [id]);
    expect(await emailsTo(patient)).toEqual(['A passkey was added', 'A passkey was removed']);
  });

  test('no more than ten are added in a day, however many are removed, so no email is buried under others', async () => {
    const patient = await newPatient();
    for (let count = 0; count < 10; count += 1) {
      const id = await add(patient);
      await database.query('delete from auth.webauthn_credentials where id = $1', [id]);
    }
    await expect(add(patient)).rejects.toMatchObject({ code: 'PT429' });
    expect(await emailsTo(patient)).toHaveLength(20);
    await database.query(
      `update private.limits set window_ends_at = now() where key = encode(sha256(convert_to('new-passkey:' || $1::text, 'UTF8')), 'hex')`,
      [patient.id],
    );
    await add(patient);
  });

  test('an addition that is undone is told to no one', async () => {
    const patient = await newPatient();
    const undone = database.transaction(async (query) => {
      await query(ADD, [patient.id, randomBytes(16)]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await emailsTo(patient)).toEqual([]);
  });

  test('someone on the care team, and someone whose invitation ended, can have none', async () => {
    const { email } = await inviteMember(database, 'coach');
    const id = randomUUID();
    await database.query('insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())', [
      id,
      email,
    ]);
    await expect(add({ id })).rejects.toThrow('This account cannot have a passkey.');
    const patient = await newPatient();
    await database.query('update public.invitations set revoked_at = now() where email = $1', [
      patient.email,
    ]);
    await expect(add(patient)).rejects.toThrow('This account cannot have a passkey.');
  });

  test('a patient can have at most ten passkeys, even if several are added at the same time', async () => {
    const patient = await newPatient();
    for (let count = 0; count < 8; count += 1) await add(patient);
    const added = await Promise.allSettled(Array.from({ length: 5 }, () => add(patient)));
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await countOf(patient)).toBe(10);
  });

  test('the end of an invitation and a new address leave none, and a deleted account tells no one', async () => {
    const [uninvited, moved, deleted] = [await newPatient(), await newPatient(), await newPatient()];
    for (const patient of [uninvited, moved, deleted]) await add(patient);
    await database.query('update public.invitations set revoked_at = now() where email = $1', [
      uninvited.email,
    ]);
    await database.query(`update auth.users set email = 'new-' || email where id = $1`, [moved.id]);
    await database.query('delete from auth.users where id = $1', [deleted.id]);
    for (const patient of [uninvited, moved, deleted]) {
      expect(await countOf(patient)).toBe(0);
      expect(await emailsTo(patient)).not.toContain('A passkey was removed');
    }
  });

  test('removing a passkey ends the sessions it opened, and no others', async () => {
    const patient = await newPatient();
    const id = await add(patient);
    const [byPasskey, byCode] = [randomUUID(), randomUUID()];
    for (const [session, method] of [
      [byPasskey, 'passkey'],
      [byCode, 'otp'],
    ]) {
      await database.query(`insert into auth.sessions (id, user_id, aal) values ($1, $2, 'aal1')`, [
        session,
        patient.id,
      ]);
      await database.query(
        `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
         values (gen_random_uuid(), $1, now(), now(), $2)`,
        [session, method],
      );
    }
    // Our own server notes which one; GoTrue does not.
    if (deployment === 'supabase') await database.query('drop table portal_server.passkey_sessions');
    else await database.query('insert into portal_server.passkey_sessions values ($1, $2)', [byPasskey, id]);
    await database.query('delete from auth.webauthn_credentials where id = $1', [id]);
    const { rows } = await database.query<{ id: string }>(
      'select id from auth.sessions where id = any ($1)',
      [[byPasskey, byCode]],
    );
    expect(rows).toEqual([{ id: byCode }]);
  });
});

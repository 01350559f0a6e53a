import type { Database } from '../../server/database/database.ts';
import type { Caller, Result, Row } from '../../server/database/query-types.ts';
import { isDatabaseError } from '../../server/database/database.ts';
import { connectAsSuperuser, testDatabase } from '../../server/testing/test-database.ts';

/**
 * Someone who runs SQL exactly as a request of theirs would: in their role, with their claims, under the
 * policies.
 */
export type Person = {
  name: string;
  id: string | null;
  sees: (text: string, values?: unknown[]) => Promise<Row[]>;
  /** Tries it and undoes it: how many rows it reached, or the code with which it was refused. */
  may: (text: string, values?: unknown[]) => Promise<number | string>;
  does: (text: string, values?: unknown[]) => Promise<Result>;
};
export type Patient = Person & { id: string; email: string; caller: Caller };

export const REFUSED = '42501';

export type People = {
  database: Database;
  /** Consented; the tests are about their record. */
  owner: Patient;
  /** Another consented patient. */
  stranger: Patient;
  /** Signed in, not consented yet. */
  newcomer: Patient;
  /** Consented once; the invitation was ended, the token is still good. */
  uninvited: Patient;
  anonymous: Person;
  service: Person;
  leave: () => Promise<void>;
};

export async function gatherPeople(): Promise<People> {
  const { database, remove } = await testDatabase();
  const people = {
    owner: await join(database, 'owner', { consented: true }),
    stranger: await join(database, 'stranger', { consented: true }),
    newcomer: await join(database, 'newcomer', { consented: false }),
    uninvited: await join(database, 'uninvited', { consented: true }),
    anonymous: person(database, 'anonymous', keyHolder('anon')),
    service: person(database, 'service', keyHolder('service_role')),
  };
  return { database, ...people, leave: remove };
}

export async function join(
  database: Database,
  name: string,
  { consented }: { consented: boolean },
): Promise<Patient> {
  const email = `${name}@example.com`;
  await database.query('insert into public.invitations (email, first_name, last_name) values ($1, $2, $2)', [
    email,
    name,
  ]);
  const { rows } = await database.query<{ id: string }>(
    'insert into auth.users (email, email_confirmed_at) values ($1, now()) returning id',
    [email],
  );
  const id = rows[0]!.id;
  await database.query(
    'update public.customers set privacy_policy_accepted = $2, data_usage_consent = $2 where user_id = $1',
    [id, consented],
  );
  const caller = await signIn(database, id, email);
  return { ...person(database, name, caller), id, email, caller };
}

async function signIn(database: Database, userId: string, email: string): Promise<Caller> {
  const { rows } = await database.query<{ id: string }>(
    'insert into auth.sessions (user_id) values ($1) returning id',
    [userId],
  );
  const sessionId = rows[0]!.id;
  const claims = JSON.stringify({ sub: userId, role: 'authenticated', email, session_id: sessionId });
  return { role: 'authenticated', claims, userId, sessionId };
}

/** Ends the invitation and leaves the session: what is tested is that the policies alone keep the person out. */
export async function uninvite(database: Database, patient: Patient): Promise<void> {
  await database.query('update public.invitations set revoked_at = now() where email = $1', [patient.email]);
  await putSessionBack(database, patient);
}

/** Past the trigger that refuses a session to someone without an invitation. */
export async function putSessionBack(database: Database, { id, caller }: Patient): Promise<void> {
  const superuser = await connectAsSuperuser(database);
  await superuser.query('set session_replication_role = replica');
  await superuser.query('insert into auth.sessions (id, user_id) values ($1, $2)', [caller.sessionId, id]);
  await superuser.end();
}

const keyHolder = (role: 'anon' | 'service_role'): Caller => ({
  role,
  claims: JSON.stringify({ role }),
  userId: null,
  sessionId: null,
});

function person(database: Database, name: string, caller: Caller): Person {
  return {
    name,
    id: caller.userId,
    sees: async (text, values = []) =>
      (await database.asCaller(caller, { text, values }, { readOnly: true })).rows,
    may: async (text, values = []) => {
      try {
        const result = await database.asCaller(caller, { text, values }, { decide: () => 'rollback' });
        return result.rowCount ?? 0;
      } catch (error) {
        if (isDatabaseError(error) && error.code) return error.code;
        throw error;
      }
    },
    does: (text, values = []) => database.asCaller(caller, { text, values }),
  };
}

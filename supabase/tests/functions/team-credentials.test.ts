import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveAllWithDeno } from '../../../server/testing/deno.ts';
import { signInInvited } from '../../../server/rest/testing.ts';
import { newPatient } from '../../../server/testing/patient.ts';
import {
  inviteMember,
  mailedMember,
  newMember,
  signInMember,
  verifyFactor,
  withRaisedToken,
} from '../../../server/testing/team.ts';
import { startTestServer, type TestServer } from '../../../server/testing/test-server.ts';
import { times } from '../../../server/testing/times.ts';

// Every function of the care team, also those that are yet to be written: nobody gets in without a factor that counts.

const FUNCTIONS = join(import.meta.dirname, '../../functions');
const NAMES = readdirSync(FUNCTIONS).filter((name) => name.startsWith('team-'));

const [NO_FACTOR, NOT_ALLOWED, TOO_OLD] = [
  '403 second_factor_required',
  '403 not_allowed',
  '403 session_too_old',
];

describe.each(['Node', 'Deno'])('on %s', (runtime) => {
  let server: TestServer;
  let url: string;
  let stop = async () => {};
  beforeAll(async () => {
    server = await startTestServer({}, { deployment: runtime === 'Deno' ? 'supabase' : 'embedded' });
    url = `${server.url}/functions/v1`;
    if (runtime === 'Node') return;
    ({ url, stop } = await serveAllWithDeno(NAMES, {
      SUPABASE_URL: server.url,
      SUPABASE_ANON_KEY: server.keys.anonKey,
      SUPABASE_SERVICE_ROLE_KEY: server.keys.serviceRoleKey,
    }));
  });
  afterAll(async () => {
    await stop();
    await server.stop();
  });

  /** What this credential hears, in each way in which the function can be called; what is sent is never looked at. */
  async function heard(name: string, token: string | null): Promise<string[]> {
    const answers = await Promise.all(
      ['GET', 'POST'].map(async (method) => {
        const response = await fetch(`${url}/${name}`, {
          method,
          headers: token === null ? {} : { authorization: `Bearer ${token}` },
          ...(method === 'POST' && { body: '{' }),
        });
        const { code } = (await response.json()) as { code?: string };
        return `${response.status} ${code}`;
      }),
    );
    return [...new Set(answers.filter((answer) => answer !== '405 method_not_allowed'))];
  }

  test('there are such functions', () => expect(NAMES).toContain('team-people'));

  const some = NAMES.filter((_, at) => at % 3 === 0);
  describe.each(runtime === 'Node' ? NAMES : times(some, NAMES))('%s', (name) => {
    test('refuses whoever is nobody: no credential, the public key, the service’s own', async () => {
      for (const token of [null, 'nonsense', server.keys.anonKey, server.keys.serviceRoleKey]) {
        for (const answer of await heard(name, token)) expect(answer).toMatch(/^401 /);
      }
    });

    test('refuses a patient, also one whose session was raised', async () => {
      const patient = await newPatient(server);
      expect(await heard(name, patient.token)).toEqual([NOT_ALLOWED]);
      const { session_id: session } = await server.keys.verify(patient.token);
      await expect(verifyFactor(server.database, patient.id, session as string)).rejects.toThrow();
      await server.database.query(
        `update auth.sessions set aal = 'aal2', factor_id = gen_random_uuid() where id = $1`,
        [session],
      );
      expect(await heard(name, patient.token)).toEqual([NOT_ALLOWED]);
      expect(await heard(name, (await withRaisedToken(server, patient)).token)).toEqual([NOT_ALLOWED]);
    });

    test('refuses somebody of the team at aal1, and a token that only says aal2', async () => {
      const member = await mailedMember(server, 'administrator');
      expect(await heard(name, member.token)).toEqual([NO_FACTOR]);
      const claims = await server.keys.verify(member.token);
      const forged = await server.keys.sign({
        ...claims,
        aal: 'aal2',
        amr: [{ method: 'totp', timestamp: 1 }],
      });
      expect(await heard(name, forged)).toEqual([NO_FACTOR]);
    });

    test('refuses the token from before its session was raised, with whoever it may be', async () => {
      const member = await newMember(server, 'administrator');
      const claims = await server.keys.verify(member.token);
      for (const aal of ['aal1', undefined])
        expect(await heard(name, await server.keys.sign({ ...claims, aal }))).toEqual([NO_FACTOR]);
      await server.database.query('delete from auth.sessions where id = $1', [member.sessionId]);
      for (const answer of await heard(name, await server.keys.sign({ ...claims, aal: 'aal1' })))
        expect(answer).toMatch(/^401 /);
    });

    test('refuses another factor than the one that counts', async () => {
      const [member, other] = [await newMember(server, 'coach'), await newMember(server, 'coach')];
      const later = await withRaisedToken(server, await signInMember(server, member));
      await server.database.query(
        `update auth.sessions set aal = 'aal2', factor_id = gen_random_uuid() where id = $1`,
        [later.sessionId],
      );
      expect(await heard(name, later.token)).toEqual([NO_FACTOR]);
      await server.database.query(
        'update auth.sessions set factor_id = (select factor_id from public.care_team where id = $2) where id = $1',
        [later.sessionId, other.person],
      );
      expect(await heard(name, later.token)).toEqual([NO_FACTOR]);
    });

    test('refuses a session of 12 hours, and one of 15 idle minutes', async () => {
      for (const since of ['12 hours', '15 minutes']) {
        const { token, sessionId } = await newMember(server, 'administrator');
        await server.database.query(
          'update auth.sessions set created_at = now() - $2::interval where id = $1',
          [sessionId, since],
        );
        expect(await heard(name, token)).toEqual([TOO_OLD]);
      }
    });

    test('refuses a patient who is made staff, and staff who are made a patient, with what they held before', async () => {
      const { query } = server.database;
      const patient = await newPatient(server);
      const { rows } = await query<{ email: string }>('select email from auth.users where id = $1', [
        patient.id,
      ]);
      const email = rows[0]!.email;
      await query('delete from public.customers where user_id = $1', [patient.id]);
      await query('delete from public.invitations where email = $1', [email]);
      const { person } = await inviteMember(server.database, 'coach', email);
      for (const answer of await heard(name, patient.token)) expect(answer).toMatch(/^401 /);
      const member = await signInMember(server, { person, email });
      expect(await heard(name, member.token)).toEqual([NO_FACTOR]);
      await query('delete from public.care_team where id = $1', [person]);
      await server.invite(email);
      for (const answer of await heard(name, member.token)) expect(answer).toMatch(/^401 /);
      expect(await heard(name, (await signInInvited(server, email)).token)).toEqual([NOT_ALLOWED]);
    });

    test('refuses a token after the person has left, or was signed out', async () => {
      const member = await newMember(server, 'clinician');
      await server.database.query('select public.team_deactivate(null, $1)', [member.person]);
      for (const answer of await heard(name, member.token)) expect(answer).toMatch(/^401 /);
    });
  });
});

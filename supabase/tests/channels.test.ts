import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPatient, type Patient } from '../../server/testing/patient.ts';
import { enterByLink } from '../../server/testing/enter-by-link.ts';
import { newMember, type Member } from '../../server/testing/team.ts';
import { startTestServer, type TestServer } from '../../server/testing/test-server.ts';
import { aClinic, keepCall, type Clinic } from './functions/testing/clinic.ts';

// Every realtime channel, by its policies alone, because Supabase's Realtime checks nothing else. A new
// channel must be added here.

const POLICIES = [
  'Both sides of a call hear each other',
  'Both sides of a call speak',
  'Patients hear of changes to their own record',
  'The care team hears that Today changed',
];

type Claims = Record<string, unknown>;
/** Someone in a channel: their token's claims, and the effect of a database change on them. */
type Someone = { topic: string; claims: Claims; change: (statement: string) => Promise<unknown> };

const SIGNED_OUT = 'delete from auth.sessions where id = $session';
const OVER = `update auth.sessions set not_after = now() - interval '1 second' where id = $session`;
const UNINVITED = `update public.invitations set revoked_at = now()
  where email = (select email from auth.users where id = $user)`;
const ON_ANOTHER_APP = 'update auth.sessions set factor_id = gen_random_uuid() where id = $session';
const WITHOUT_APP = `update auth.sessions set aal = 'aal1', factor_id = null where id = $session`;
const DEACTIVATED = 'select public.team_deactivate(null, $person)';
const RESET = `select public.team_reset_factor(null, $person, 'code')`;
const LOCKED = 'insert into private.staff_activity (session_id, locked_at) values ($session, now())';
const olderBy = (time: string) =>
  `update auth.sessions set created_at = created_at - interval '${time}' where id = $session`;

describe.each(['embedded', 'supabase'] as const)('in the shapes of %s', (deployment) => {
  let server: TestServer;
  let clinic: Clinic;
  beforeAll(async () => {
    server = await startTestServer({}, { deployment });
    clinic = await aClinic(server.database);
  });
  afterAll(() => server.stop());

  /** Queries like Realtime: in the caller's role, with the token's claims and the channel's topic. */
  async function hears(topic: string, claims: Claims): Promise<boolean> {
    const client = await server.database.connect();
    try {
      await client.query('begin');
      await client.query(`insert into realtime.messages (topic, extension) values ($1, 'broadcast')`, [
        topic,
      ]);
      await client.query(
        `select set_config('request.jwt.claims', $1, true), set_config('realtime.topic', $2, true),
           set_config('role', $3, true)`,
        [JSON.stringify(claims), topic, claims['role']],
      );
      const { rowCount } = await client.query('select from realtime.messages where topic = $1', [topic]);
      return rowCount! > 0;
    } finally {
      await client.end();
    }
  }

  async function someone(topic: string, who: Patient & Partial<Member>): Promise<Someone> {
    const claims: Claims = await server.keys.verify(who.token);
    const values: Record<string, unknown> = {
      $session: claims['session_id'],
      $user: who.id,
      $person: who.person,
    };
    const change = (statement: string) => {
      const [name] = /\$[a-z]+/.exec(statement)!;
      return server.database.query(statement.replaceAll(name, '$1'), [values[name]]);
    };
    return { topic, claims, change };
  }

  const CHANNELS = {
    'a patient’s own channel': async () => {
      const patient = await newPatient(server);
      return someone(`patient:${patient.id}`, patient);
    },
    'a call, as its patient': async () => {
      const patient = await newPatient(server);
      const call = await keepCall(server.database, patient, {
        clinic: await aClinic(server.database),
        startsAt: Date.now(),
      });
      return someone(`call:${call}`, patient);
    },
    'the team’s Today': async () => someone('team:today', await newMember(server, 'coach')),
    'an open record': async () =>
      someone(`team:record:${(await newPatient(server)).id}`, await newMember(server, 'clinician')),
  };

  test('the policies are those that this walk knows', async () => {
    const { rows } = await server.database.query<{ policyname: string }>(
      `select policyname from pg_policies where schemaname = 'realtime' and tablename = 'messages' order by 1`,
    );
    expect(rows.map(({ policyname }) => policyname)).toEqual(POLICIES);
  });

  describe.each(Object.keys(CHANNELS) as (keyof typeof CHANNELS)[])('%s', (name) => {
    test('is heard in a live session, and in no other', async () => {
      const { topic, claims } = await CHANNELS[name]();
      expect(await hears(topic, claims)).toBe(true);
      const other = await CHANNELS[name]();
      for (const session of [undefined, 'nonsense', other.claims['session_id']])
        expect(await hears(topic, { ...claims, session_id: session })).toBe(false);
    });

    const endings = { 'a sign-out': SIGNED_OUT, 'the session’s last day': OVER };
    test.each(Object.entries(endings))('is silent after %s', async (_, statement) => {
      const { topic, claims, change } = await CHANNELS[name]();
      await change(statement);
      expect(await hears(topic, claims)).toBe(false);
    });
  });

  test.each(['a patient’s own channel', 'a call, as its patient'] as const)(
    '%s is silent once the invitation ends',
    async (name) => {
      const { topic, claims, change } = await CHANNELS[name]();
      await change(UNINVITED);
      expect(await hears(topic, claims)).toBe(false);
    },
  );

  test.each([
    ['with another app than their own', ON_ANOTHER_APP],
    ['without an app', WITHOUT_APP],
    ['whose app was reset', RESET],
    ['who left the team', DEACTIVATED],
    ['after 15 idle minutes', olderBy('15 minutes')],
    ['after 12 hours', olderBy('12 hours')],
    ['whose screen is locked', LOCKED],
  ])('the team’s Today is silent to someone %s', async (_, statement) => {
    const { topic, claims, change } = await CHANNELS['the team’s Today']();
    await change(statement);
    expect(await hears(topic, claims)).toBe(false);
  });

  test('the team’s Today is silent after 12 hours of work, and heard after ten idle minutes', async () => {
    const { topic, claims, change } = await CHANNELS['the team’s Today']();
    await change(olderBy('10 minutes'));
    expect(await hears(topic, claims)).toBe(true);
    await change('insert into private.staff_activity (session_id) values ($session)');
    await change(olderBy('11 hours 49 minutes'));
    expect(await hears(topic, claims)).toBe(true);
    await change(olderBy('1 minute'));
    expect(await hears(topic, claims)).toBe(false);
  });

  test('a token from before the second factor does not hear the team’s Today', async () => {
    const { topic, claims } = await CHANNELS['the team’s Today']();
    for (const aal of ['aal1', undefined]) expect(await hears(topic, { ...claims, aal })).toBe(false);
  });

  test('a coach hears of a record they may open, an administrator of none', async () => {
    const patient = await newPatient(server);
    const [coach, colleague] = [await newMember(server, 'coach'), await newMember(server, 'coach')];
    const topic = `team:record:${patient.id}`;
    const heardBy = async (member: Member) => hears(topic, await server.keys.verify(member.token));
    // An unassigned patient belongs to every coach.
    expect(await heardBy(coach)).toBe(true);
    await server.database.query('insert into public.coach_assignments (user_id, coach_id) values ($1, $2)', [
      patient.id,
      coach.person,
    ]);
    expect([await heardBy(coach), await heardBy(colleague)]).toEqual([true, false]);
    expect(await heardBy(await newMember(server, 'administrator'))).toBe(false);
    await server.database.query(UNINVITED.replace('$user', '$1'), [patient.id]);
    expect(await heardBy(coach)).toBe(false);
    for (const other of ['team:record:', 'team:record:nobody', `team:record:${patient.id}:x`])
      expect(await hears(other, await server.keys.verify(coach.token))).toBe(false);
  });

  test('a call’s host hears it by the link, but not after leaving the team', async () => {
    const patient = await newPatient(server);
    const call = await keepCall(server.database, patient, { clinic, startsAt: Date.now() });
    const claims = { role: 'anon', call_id: call, call_sequence: 0 };
    expect(await hears(`call:${call}`, claims)).toBe(false);
    await enterByLink(
      server,
      await server.keys.sign({ ...claims, exp: Math.floor(Date.now() / 1000) + 3_600 }),
    );
    expect(await hears(`call:${call}`, claims)).toBe(true);
    await server.database.query(
      'update public.care_team set deactivated_at = now(), active = false where id = $1',
      [clinic.hostIds[0]],
    );
    expect(await hears(`call:${call}`, claims)).toBe(false);
  });
});

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { IDLE_MINUTES } from '../../domain/contracts/team/team-session.ts';
import { inviteMember } from '../../server/testing/team.ts';
import { join, REFUSED } from './people.ts';
import { NOT_ALLOWED, withCareTeam, type Account } from './team-scene.ts';

/** For a token without the second factor: it enters for no one, and answers nothing. */
const ALWAYS_REFUSES = 'team_refuse_mailed_code';

withCareTeam((scene) => {
  const enter = ({ user, session }: Account, roles = ['coach'], isAct = true) =>
    scene.ask('public.team_enter($1, $2, $3, $4)', [user, session, roles, isAct]);
  const TOO_OLD = { code: 'PT403', detail: 'session_too_old' };
  const LOCKED = { code: 'PT403', detail: 'session_locked' };
  const NO_FACTOR = { code: 'PT403', detail: 'second_factor_required' };

  /** The clock, moved. */
  const ago = async (since: string, { session }: Account, column: 'created' | 'acted') => {
    const table = column === 'created' ? 'auth.sessions' : 'private.staff_activity';
    const id = column === 'created' ? 'id' : 'session_id';
    const { rowCount } = await scene.database.query(
      `update ${table} set ${column}_at = now() - $2::interval where ${id} = $1`,
      [session, since],
    );
    expect(rowCount).toBe(1);
  };

  test('someone at work learns who they are and until when', async () => {
    const coach = await scene.join('coach');
    const at = await enter(coach);
    expect(at).toMatchObject({
      id: coach.person,
      name: 'The coach',
      role: 'coach',
      timeZone: 'Europe/London',
    });
    const { endsAt, idleAt, idleMinutes } = at as { endsAt: string; idleAt: string; idleMinutes: number };
    expect(idleMinutes).toBe(IDLE_MINUTES);
    const minutesTo = (instant: string) => Math.round((Date.parse(instant) - Date.now()) / 60_000);
    expect([minutesTo(endsAt), minutesTo(idleAt)]).toEqual([720, IDLE_MINUTES]);
  });

  test('a session ends after 12 hours, whatever was done in it', async () => {
    const coach = await scene.join('coach');
    await enter(coach);
    await ago('11 hours 59 minutes', coach, 'created');
    await enter(coach);
    await ago('12 hours', coach, 'created');
    await expect(enter(coach)).rejects.toMatchObject(TOO_OLD);
  });

  test('it is locked after 15 minutes without activity; a token refresh and a background read do not count', async () => {
    const coach = await scene.join('coach');
    await ago('1 hour', coach, 'created');
    await expect(enter(coach)).rejects.toMatchObject(LOCKED);
    await ago('0 hours', coach, 'created');
    await enter(coach);
    await ago('1 hour', coach, 'created');
    await ago('14 minutes', coach, 'acted');
    await enter(coach, ['coach'], false);
    await ago('15 minutes', coach, 'acted');
    await scene.database.query('update auth.sessions set refreshed_at = now(), updated_at = now()');
    await expect(enter(coach, ['coach'], false)).rejects.toMatchObject(LOCKED);
    await expect(enter(coach)).rejects.toMatchObject(LOCKED);
    await ago('14 minutes', coach, 'acted');
    await enter(coach);
    await ago('1 hour', coach, 'created');
    await enter(coach);
  });

  test('what a page reads by itself is not activity, whichever procedure it uses', async () => {
    const administrator = await scene.join('administrator');
    await enter(administrator, ['administrator']);
    await ago('14 minutes', administrator, 'acted');
    const { user, session } = administrator;
    await scene.ask('public.team_people($1, $2, $3, $4)', [user, session, ['administrator'], []]);
    await ago('1 hour', administrator, 'created');
    const { rows } = await scene.database.query(
      `select acted_at < now() - interval '13 minutes' as is_old from private.staff_activity where session_id = $1`,
      [session],
    );
    expect(rows).toEqual([{ is_old: true }]);
  });

  test('a code from the app is activity', async () => {
    const coach = await scene.join('coach');
    await ago('1 hour', coach, 'created');
    await scene.database.query(
      `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
       values (gen_random_uuid(), $1, now() - interval '1 hour', now(), 'totp')`,
      [coach.session],
    );
    await enter(coach);
  });

  test('the role is read from the table on each call', async () => {
    const coach = await scene.join('coach');
    await enter(coach);
    for (const roles of [['clinician', 'administrator'], [], null])
      await expect(enter(coach, roles as string[])).rejects.toMatchObject(NOT_ALLOWED);
    await scene.changeRole(null, coach.person, 'clinician');
    await expect(enter(coach)).rejects.toMatchObject(NOT_ALLOWED);
    await enter(coach, ['clinician']);
  });

  test('the factor of the session counts, and that it is the person’s', async () => {
    const [coach, other] = [await scene.join('coach'), await scene.join('coach')];
    for (const change of [`aal = 'aal1'`, 'factor_id = null', `factor_id = '${other.factor}'`]) {
      await scene.database.query(`update auth.sessions set ${change} where id = $1`, [coach.session]);
      await expect(enter(coach)).rejects.toMatchObject(NO_FACTOR);
      await scene.database.query(`update auth.sessions set aal = 'aal2', factor_id = $2 where id = $1`, [
        coach.session,
        coach.factor,
      ]);
      await enter(coach);
    }
    await expect(enter({ user: coach.user, session: other.session })).rejects.toMatchObject({
      code: 'PT401',
    });
    await scene.resetFactor(null, coach.person, 'h');
    await expect(enter(coach)).rejects.toMatchObject({ code: 'PT401' });
  });

  test('an emailed code alone, and a patient, do not get in', async () => {
    const { email } = await inviteMember(scene.database, 'coach');
    await expect(enter(await scene.openSession(email))).rejects.toMatchObject(NO_FACTOR);
    const { id, caller } = await join(scene.database, 'patient', { consented: true });
    await expect(enter({ user: id, session: caller.sessionId! })).rejects.toMatchObject(NOT_ALLOWED);
  });

  test('a read is logged with the person, once in 15 minutes, and for no unnamed type', async () => {
    const coach = await scene.join('coach');
    const { id } = await join(scene.database, 'patient', { consented: true });
    const read = (kind: string, reads: string[]) =>
      scene.database.transaction(async (query) => {
        await query(`select private.enter_team($1, $2, '{coach}', $3)`, [coach.user, coach.session, reads]);
        await query('select private.enter_record($1, $2)', [id, [kind]]);
      });
    const lines = async () =>
      (
        await scene.database.query(
          `select actor_id, actor_name, staff_role, kind from public.audit_log where subject_id = $1 and action = 'read'`,
          [id],
        )
      ).rows;
    await read('medical_notes', ['test_results', 'medical_notes']);
    await read('medical_notes', ['medical_notes']);
    const line = {
      actor_id: coach.person,
      actor_name: 'The coach',
      staff_role: 'coach',
      kind: 'medical_notes',
    };
    expect(await lines()).toEqual([line]);
    await scene.database.query(
      `update private.limits set window_ends_at = window_ends_at - interval '14 minutes'`,
    );
    await read('medical_notes', ['medical_notes']);
    expect(await lines()).toEqual([line]);
    await scene.database.query(
      `update private.limits set window_ends_at = window_ends_at - interval '1 minute'`,
    );
    await read('medical_notes', ['medical_notes']);
    expect(await lines()).toEqual([line, line]);
    for (const reads of [[], ['test_results']])
      await expect(read('medical_notes', reads)).rejects.toMatchObject({ code: REFUSED });
    const nobody = scene.database.query(`select private.enter_record($1, '{medical_notes}')`, [id]);
    await expect(nobody).rejects.toMatchObject(NOT_ALLOWED);
  });

  test('before both consents, and after access ended, a patient is an address and a name', async () => {
    const coach = await scene.join('coach');
    const [patient, newcomer] = [
      await join(scene.database, 'patient', { consented: true }),
      await join(scene.database, 'newcomer', { consented: false }),
    ];
    const read = (kind: string, id: string) =>
      scene.database.transaction(async (query) => {
        const reads = ['identity', 'test_results'];
        await query(`select private.enter_team($1, $2, '{coach}', $3)`, [coach.user, coach.session, reads]);
        await query('select private.enter_record($1, $2)', [id, [kind]]);
      });
    await read('test_results', patient.id);
    await expect(read('test_results', newcomer.id)).rejects.toMatchObject(NOT_ALLOWED);
    await scene.database.query('update public.customers set data_usage_consent = true where user_id = $1', [
      newcomer.id,
    ]);
    await expect(read('test_results', newcomer.id)).rejects.toMatchObject(NOT_ALLOWED);
    await read('identity', newcomer.id);
    await scene.database.query('update public.invitations set revoked_at = now() where email = $1', [
      patient.email,
    ]);
    await expect(read('test_results', patient.id)).rejects.toMatchObject(NOT_ALLOWED);
    await read('identity', patient.id);
  });

  test.each(['plpgsql', 'sql'])(
    'a write by a procedure in %s names the person, and is refused if it names no one',
    async (language) => {
      const coach = await scene.join('coach');
      const { id } = await join(scene.database, 'patient', { consented: true });
      const write = `insert into public.test_results (user_id, result_type, result, taken_at)
        values (p_patient, 'ovulation', 'Invalid', now())`;
      const body = language === 'sql' ? write : `begin ${write}; end`;
      const name = `select private.enter_team($1, $2, '{coach}')`;
      const outcome = (isNamed: boolean) =>
        scene.database.transaction(async (query) => {
          await query(
            `create function public.team_log(p_patient uuid) returns void language ${language} set search_path = '' as $$ ${body} $$`,
          );
          if (isNamed) await query(name, [coach.user, coach.session]);
          await query(`select set_config('request.jwt.claims', '{"role":"service_role"}', true)`);
          await query('select public.team_log($1)', [id]);
          await query('drop function public.team_log');
        });
      await expect(outcome(false)).rejects.toMatchObject({ code: REFUSED });
      await outcome(true);
      const { rows } = await scene.database.query(
        `select actor_id, actor_name, staff_role, kind from public.audit_log where subject_id = $1 and action = 'insert'`,
        [id],
      );
      expect(rows).toEqual([
        { actor_id: coach.person, actor_name: 'The coach', staff_role: 'coach', kind: 'test_results' },
      ]);
    },
  );

  test('every procedure of the team’s functions runs as a person', async () => {
    const { rows } = await scene.database.query<{ name: string; source: string }>(
      `select proname as name, prosrc as source from pg_proc
       where pronamespace = 'public'::regnamespace and 'p_session' = any (proargnames)`,
    );
    expect(rows.length).toBeGreaterThan(4);
    for (const { name, source } of rows.filter((row) => row.name !== ALWAYS_REFUSES))
      expect(source).toMatch(
        name.endsWith('set_up')
          ? /private\.setting_up\(p_user, p_session\)/
          : /private\.enter_team\(p_user, p_session, p_roles, (p_reads|(p_reads|'\{\}'), p_is_act)\)/,
      );
  });

  test('a token of the emailed code alone is refused, at work or not', async () => {
    const { user, session } = await scene.join('administrator');
    const asked = (of: string) => scene.ask(`public.${ALWAYS_REFUSES}($1, $2)`, [user, of]);
    await expect(asked(session)).rejects.toMatchObject(NO_FACTOR);
    await expect(asked(randomUUID())).rejects.toMatchObject({ code: 'PT401', detail: 'not_signed_in' });
  });
});

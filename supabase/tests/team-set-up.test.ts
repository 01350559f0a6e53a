import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { inviteMember, verifyFactor } from '../../server/testing/team.ts';
import { REFUSED } from './people.ts';
import { NOT_ALLOWED, withCareTeam } from './team-scene.ts';

withCareTeam((scene) => {
  /** Someone who was invited, has the mailbox, and has verified a factor. */
  async function arrive() {
    const invited = await inviteMember(scene.database, 'coach');
    const account = await scene.openSession(invited.email);
    const factor = await verifyFactor(scene.database, account.user, account.session);
    return { ...invited, ...account, factor };
  }
  const RIGHT = { isSetUp: true, name: expect.any(String), role: expect.any(String) };
  const WRONG = { isSetUp: false, isEnded: expect.any(Boolean) };

  test('the setup code ties the factor of this session to the person, and ends every other one', async () => {
    const invited = await inviteMember(scene.database, 'clinician');
    const thief = await scene.openSession(invited.email);
    await verifyFactor(scene.database, thief.user, thief.session);
    const account = await scene.openSession(invited.email);
    const factor = await verifyFactor(scene.database, account.user, account.session);
    expect(await scene.setUp(account, invited.codeHash)).toEqual(RIGHT);
    expect(await scene.personOf(invited.person)).toMatchObject({
      user_id: account.user,
      factor_id: factor,
    });
    const { rows: sessions } = await scene.database.query('select id from auth.sessions');
    const { rows: factors } = await scene.database.query('select id from auth.mfa_factors');
    expect([sessions, factors]).toEqual([[{ id: account.session }], [{ id: factor }]]);
    // A repeat whose answer was lost hears the same, and the code is gone.
    expect(await scene.setUp(account, invited.codeHash)).toEqual(RIGHT);
    expect(await scene.count('select from private.set_up_codes')).toBe(0);
  });

  test('a mailbox alone never sets up: not without a factor, not without the code', async () => {
    const { email, codeHash, person } = await inviteMember(scene.database, 'coach');
    const account = await scene.openSession(email);
    const noFactor = { code: 'PT403', detail: 'second_factor_required' };
    await expect(scene.setUp(account, codeHash)).rejects.toMatchObject(noFactor);
    await verifyFactor(scene.database, account.user, account.session);
    expect(await scene.setUp(account, 'wrong')).toEqual(WRONG);
    expect(await scene.personOf(person)).toMatchObject({ factor_id: null, joined_at: null });
  });

  test.each(['webauthn', 'phone'])('a second factor of the type %s is refused', async (type) => {
    const { email } = await inviteMember(scene.database, 'coach');
    const { user } = await scene.openSession(email);
    const enroll = scene.database.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, $2, 'verified', now(), now())`,
      [user, type],
    );
    await expect(enroll).rejects.toMatchObject({ code: '42501' });
  });

  /** What no auth service could write: past the triggers. */
  const putType = (type: string, factor: string) =>
    scene.database.transaction(async (query) => {
      const { rows } = await query<{ owner: string }>(
        `select tableowner as owner from pg_tables where schemaname = 'auth' and tablename = 'mfa_factors'`,
      );
      await query(`set local role ${rows[0]!.owner}`);
      await query('alter table auth.mfa_factors disable trigger keep_factor_type');
      await query('update auth.mfa_factors set factor_type = $1 where id = $2', [type, factor]);
      await query('alter table auth.mfa_factors enable trigger keep_factor_type');
    });

  test.each(['webauthn', 'phone'])('an app cannot become a factor of the type %s', async (type) => {
    const { factor } = await arrive();
    const change = scene.database.query('update auth.mfa_factors set factor_type = $1 where id = $2', [
      type,
      factor,
    ]);
    await expect(change).rejects.toMatchObject({ code: '42501' });
  });

  test.each(['webauthn', 'phone'])(
    'a factor of the type %s opens nothing, even if it was written past the trigger',
    async (type) => {
      const noFactor = { code: 'PT403', detail: 'second_factor_required' };
      const newcomer = await arrive();
      await putType(type, newcomer.factor);
      await expect(scene.setUp(newcomer, newcomer.codeHash)).rejects.toMatchObject(noFactor);
      const coach = await scene.join('coach');
      await putType(type, coach.factor);
      const enter = scene.ask('public.team_enter($1, $2, $3, $4)', [
        coach.user,
        coach.session,
        ['coach'],
        true,
      ]);
      await expect(enter).rejects.toMatchObject(noFactor);
      const claims = { sub: coach.user, role: 'authenticated', session_id: coach.session, aal: 'aal2' };
      const hasTeamSession = await scene.database.transaction(async (query) => {
        await query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(claims)]);
        const { rows } = await query<{ answer: boolean }>('select private.has_team_session() as answer');
        return rows[0]!.answer;
      });
      expect(hasTeamSession).toBe(false);
    },
  );

  test('the fifth wrong try ends the code, and 72 hours do', async () => {
    const { codeHash, person, email, ...account } = await arrive();
    const { rows } = await scene.database.query(
      `select expires_at = now() + interval '72 hours' - age as is_right
       from private.set_up_codes, lateral (select now() - invited_at as age from public.care_team where id = person_id) as since`,
    );
    expect(rows).toEqual([{ is_right: true }]);
    for (let tries = 0; tries < 4; tries += 1) expect(await scene.setUp(account, 'wrong')).toEqual(WRONG);
    await scene.database.query('update private.set_up_codes set expires_at = now()');
    expect(await scene.setUp(account, codeHash)).toEqual(WRONG);
    await scene.database.query(`update private.set_up_codes set expires_at = now() + interval '1 minute'`);
    expect(await scene.setUp(account, 'wrong')).toEqual(WRONG);
    expect(await scene.setUp(account, codeHash)).toEqual(WRONG);

    await scene.resetFactor(null, person, 'another');
    const again = await scene.openSession(email);
    await verifyFactor(scene.database, again.user, again.session);
    expect(await scene.setUp(again, codeHash)).toEqual(WRONG);
    expect(await scene.setUp(again, 'another')).toEqual(RIGHT);
  });

  test('of ten concurrent tries no more than five are checked', async () => {
    const account = await arrive();
    const answers = await Promise.all(Array.from({ length: 10 }, () => scene.setUp(account, 'wrong')));
    // The fifth, and all that come after it, hear that further tries are useless; the log says so once.
    expect(answers.filter((answer) => (answer as { isEnded: boolean }).isEnded)).toHaveLength(6);
    const { rows: lines } = await scene.database.query(
      `select actor_id, actor_role from public.audit_log where kind = 'team_set_up_lock' and subject_id = $1`,
      [account.person],
    );
    expect(lines).toEqual([{ actor_id: null, actor_role: 'sign_in' }]);
    expect(await scene.setUp(account, account.codeHash)).toEqual(WRONG);
    const { rows } = await scene.database.query('select wrong_tries from private.set_up_codes');
    expect(rows).toEqual([{ wrong_tries: 5 }]);
  });

  test('a reset and a lock are announced to the person and to the administrators', async () => {
    const [admin, other] = [await scene.join('administrator'), await scene.join('administrator')];
    const coach = await scene.join('coach');
    const mails = async () =>
      (
        await scene.database.query(
          `with mail as (delete from public.outbox returning recipient, subject, body_text)
           select * from mail order by subject, recipient`,
        )
      ).rows.map(({ recipient, subject }) => [recipient, subject]);
    await mails();
    const toAdministrators = (subject: string) =>
      [admin.email, other.email].sort().map((email) => [email, subject]);
    await scene.resetFactor(admin.person, coach.person, 'told');
    expect(await mails()).toEqual([
      ...toAdministrators('An authenticator app was reset'),
      [coach.email, 'Your authenticator app was reset'],
    ]);
    const again = await scene.openSession(coach.email);
    await verifyFactor(scene.database, again.user, again.session);
    for (let tries = 0; tries < 6; tries += 1) await scene.setUp(again, 'wrong');
    expect(await mails()).toEqual([
      ...toAdministrators('A setup code no longer works'),
      [coach.email, 'Your setup code no longer works'],
    ]);
    const nina = await scene.join('coach');
    for (let tries = 0; tries < 6; tries += 1)
      await scene.ask('public.mfa_verification_attempt($1)', [{ factor_id: nina.factor, valid: false }]);
    expect(await mails()).toEqual([
      ...toAdministrators('An authenticator app is locked for 15 minutes'),
      [nina.email, 'Your authenticator app is locked for 15 minutes'],
    ]);
    const { rows: lines } = await scene.database.query(
      `select actor_id, actor_role from public.audit_log where kind = 'team_factor_lock' and subject_id = $1`,
      [nina.person],
    );
    expect(lines).toEqual([{ actor_id: null, actor_role: 'sign_in' }]);
    await scene.resetFactor(null, admin.person, 'h');
    expect(await mails()).toEqual([
      [other.email, 'An authenticator app was reset'],
      [admin.email, 'Your authenticator app was reset'],
    ]);
  });

  test('a code belongs to its person, and a session to its user', async () => {
    const [one, other] = [await arrive(), await arrive()];
    expect(await scene.setUp(one, other.codeHash)).toEqual(WRONG);
    for (const session of [randomUUID(), other.session])
      await expect(scene.setUp({ ...one, session }, one.codeHash)).rejects.toMatchObject({ code: 'PT401' });
  });

  test('another factor replaces the active one only by a reset', async () => {
    const coach = await scene.join('coach');
    const later = await scene.openSession(coach.email);
    const another = verifyFactor(scene.database, later.user, later.session);
    await expect(another).rejects.toMatchObject({ code: REFUSED });
    await scene.database.query(`update auth.sessions set aal = 'aal2', factor_id = $2 where id = $1`, [
      later.session,
      randomUUID(),
    ]);
    await expect(scene.setUp(later, 'any')).rejects.toMatchObject({ detail: 'second_factor_required' });
    const remove = scene.database.query('delete from auth.mfa_factors where id = $1', [coach.factor]);
    await expect(remove).rejects.toMatchObject({ code: REFUSED });
    expect(await scene.personOf(coach.person)).toMatchObject({ factor_id: coach.factor });
    await scene.resetFactor(null, coach.person, 'told');
    const again = await scene.openSession(coach.email);
    const factor = await verifyFactor(scene.database, again.user, again.session);
    expect(await scene.setUp(again, 'told')).toEqual(RIGHT);
    expect(await scene.personOf(coach.person)).toMatchObject({ factor_id: factor });
    // An account that is deleted takes its factor along.
    await scene.database.query('delete from auth.users where id = $1', [coach.user]);
    expect(await scene.count('select from auth.mfa_factors')).toBe(0);
  });

  test('a reset removes the factor and all sessions; a clinician can do it, a coach cannot', async () => {
    const admin = await scene.join('administrator');
    const [clinician, coach] = [await scene.join('clinician'), await scene.join('coach')];
    await expect(scene.resetFactor(coach.person, clinician.person, 'h')).rejects.toMatchObject(NOT_ALLOWED);
    await expect(scene.resetFactor(admin.person, admin.person, 'h')).rejects.toMatchObject(NOT_ALLOWED);
    await scene.resetFactor(clinician.person, coach.person, 'h');
    expect(await scene.personOf(coach.person)).toMatchObject({ factor_id: null, role: 'coach' });
    expect(await scene.count('select from auth.sessions where user_id = $1', [coach.user])).toBe(0);
    expect(await scene.count('select from auth.mfa_factors where user_id = $1', [coach.user])).toBe(0);
  });
});

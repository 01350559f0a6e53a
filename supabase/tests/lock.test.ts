import { expect, test } from 'vitest';
import { withCareTeam, type Account, type Joined } from './team-scene.ts';

// A session that no one has used for a while: refused until a code from the app unlocks it.

withCareTeam((scene) => {
  const LOCKED = { code: 'PT403', detail: 'session_locked' };
  const TOO_OLD = { code: 'PT403', detail: 'session_too_old' };
  const sql = (text: string, values: unknown[] = []) => scene.database.query(text, values);

  const enter = ({ user, session }: Account) =>
    scene.ask('public.team_enter($1, $2, $3, true)', [user, session, ['coach', 'administrator']]);
  const lock = ({ user, session }: Account) =>
    scene.ask('public.team_lock($1, $2, $3, $4)', [user, session, ['coach'], []]);

  /** At work a while ago, in a session that began hours before. */
  async function idleFor(minutes: number, account: Account): Promise<void> {
    await enter(account);
    await sql(`update auth.sessions set created_at = now() - interval '5 hours' where id = $1`, [
      account.session,
    ]);
    await sql(
      `update private.staff_activity set acted_at = now() - make_interval(mins => $2) where session_id = $1`,
      [account.session, minutes],
    );
  }

  /** What both auth services write when the app's code is right. */
  const showCode = ({ session }: Account) =>
    sql(
      `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
       values (gen_random_uuid(), $1, now(), now(), 'totp')
       on conflict (session_id, authentication_method) do update set updated_at = now()`,
      [session],
    );
  const wrongCodes = async ({ user, factor }: Joined, times: number) => {
    for (let n = 0; n < times; n++)
      await scene.ask('public.mfa_verification_attempt($1)', [
        { user_id: user, factor_id: factor, factor_type: 'totp', valid: false },
      ]);
  };
  const isThere = async ({ session }: Account) =>
    (await scene.count('select from auth.sessions where id = $1', [session])) === 1;
  const setIdle = (value: string | null) =>
    sql(
      `insert into public.clinic_settings (name, value) values ('idleMinutes', $1)
       on conflict (name) do update set value = excluded.value`,
      [value],
    );

  test('a screen that locks is locked on the server from then on, and a code from the app unlocks it', async () => {
    const coach = await scene.join('coach');
    await lock(coach);
    for (const asked of [enter, lock]) await expect(asked(coach)).rejects.toMatchObject(LOCKED);
    await showCode(coach);
    expect(await enter(coach)).toMatchObject({ id: coach.person });
    // The next time too, when the session has shown a code before.
    await lock(coach);
    await expect(enter(coach)).rejects.toMatchObject(LOCKED);
    await showCode(coach);
    await enter(coach);
  });

  test('a session that was idle for too long is unlocked by a code, and by nothing else', async () => {
    const [coach, colleague] = [await scene.join('coach'), await scene.join('coach')];
    await idleFor(15, coach);
    await showCode(colleague);
    await sql(
      `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
       values (gen_random_uuid(), $1, now(), now(), 'otp')`,
      [coach.session],
    );
    await sql('update auth.sessions set refreshed_at = now(), updated_at = now() where id = $1', [
      coach.session,
    ]);
    await expect(enter(coach)).rejects.toMatchObject(LOCKED);
    await showCode(coach);
    await enter(coach);
  });

  test('12 hours after signing in, a locked session has ended, and a code does not bring it back', async () => {
    const coach = await scene.join('coach');
    await lock(coach);
    await sql(`update auth.sessions set created_at = now() - interval '12 hours' where id = $1`, [
      coach.session,
    ]);
    await expect(enter(coach)).rejects.toMatchObject(TOO_OLD);
    await showCode(coach);
    await expect(enter(coach)).rejects.toMatchObject(TOO_OLD);
  });

  test('five wrong codes end the locked session, and leave the one at work', async () => {
    const coach = await scene.join('coach');
    const atWork = await scene.openSession(coach.email);
    await sql(`update auth.sessions set aal = 'aal2', factor_id = $2 where id = $1`, [
      atWork.session,
      coach.factor,
    ]);
    await lock(coach);
    await wrongCodes(coach, 4);
    expect(await isThere(coach)).toBe(true);
    await wrongCodes(coach, 1);
    expect(await isThere(coach)).toBe(false);
    await enter(atWork);
  });

  test('an idle session ends with the fifth wrong code too, and no colleague’s does', async () => {
    const [coach, colleague] = [await scene.join('coach'), await scene.join('coach')];
    await idleFor(15, coach);
    await idleFor(15, colleague);
    await wrongCodes(coach, 5);
    expect(await isThere(coach)).toBe(false);
    expect(await isThere(colleague)).toBe(true);
  });

  test('the clinic sets the minutes, which count right away; without them it is 15', async () => {
    const coach = await scene.join('coach');
    await idleFor(6, coach);
    expect(await enter(coach)).toMatchObject({ idleMinutes: 15 });
    await idleFor(6, coach);
    await setIdle('5');
    await expect(enter(coach)).rejects.toMatchObject(LOCKED);
    await showCode(coach);
    expect(await enter(coach)).toMatchObject({ idleMinutes: 5 });
    await setIdle('30');
    await idleFor(29, coach);
    expect(await enter(coach)).toMatchObject({ idleMinutes: 30 });
    await setIdle(null);
    expect(await enter(coach)).toMatchObject({ idleMinutes: 15 });
  });

  test('a longer time unlocks no session that is locked already', async () => {
    const coach = await scene.join('coach');
    await idleFor(16, coach);
    await setIdle('30');
    await expect(enter(coach)).rejects.toMatchObject(LOCKED);
  });

  test.each(['4', '31', '5.5', '015', ' 15', 'soon'])('%s minutes are refused', async (value) => {
    await expect(setIdle(value)).rejects.toMatchObject({ code: '23514' });
  });
});

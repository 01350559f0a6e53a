import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { isDatabaseError } from '../../server/database/database.ts';
import { NOT_ALLOWED, withCareTeam, type Account, type Joined } from './team-scene.ts';

// A patient who lost their mailbox: an administrator asks, a clinician agrees, and 72 hours later the address changes.

withCareTeam((scene) => {
  const FRESH_CODE = { code: 'PT403', detail: 'fresh_code_required' };
  const CHANGED = { code: 'PT409', detail: 'changed_meanwhile' };
  const sql = (text: string, values: unknown[] = []) => scene.database.query(text, values);
  const rowsOf = async (text: string, values: unknown[] = []) => (await sql(text, values)).rows;

  async function aPatient(name = randomUUID()) {
    const email = `${name}@example.com`;
    await sql(`insert into public.invitations (email, first_name, last_name) values ($1, 'Robin', 'Vale')`, [
      email,
    ]);
    const account = await scene.openSession(email);
    await sql(
      `update public.customers set privacy_policy_accepted = true, data_usage_consent = true where user_id = $1`,
      [account.user],
    );
    return { ...account, email };
  }

  /** What both auth services write when the app's code is right. */
  const showCode = ({ session }: Account, minutesAgo = 0) =>
    sql(
      `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
       values (gen_random_uuid(), $1, now(), now() - make_interval(mins => $2), 'totp')
       on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
      [session, minutesAgo],
    );

  async function atWork(role: 'administrator' | 'clinician' | 'coach'): Promise<Joined> {
    const person = await scene.join(role);
    await showCode(person);
    return person;
  }

  const change = ({ user, session }: Account, action: object) =>
    scene.ask('public.team_change_email($1, $2, $3, $4, $5)', [
      user,
      session,
      ['administrator', 'clinician'],
      ['identity'],
      JSON.stringify(action),
    ]);
  const open = async ({ user, session }: Account) =>
    (await scene.ask('public.team_email_changes($1, $2, $3, $4)', [
      user,
      session,
      ['administrator', 'clinician'],
      ['identity'],
    ])) as Record<string, unknown>[];

  const newAddress = () => `${randomUUID()}@new.example`;
  async function ask(by: Account, patient: { user: string }, email = newAddress()) {
    const asked = {
      action: 'ask',
      patient: patient.user,
      email,
      howChecked: 'Called, and compared birth date',
    };
    return { email, ...((await change(by, asked)) as { id: string }) };
  }
  const agree = (by: Account, id: string, stopHash: string = randomUUID()) =>
    change(by, { action: 'agree', id, stopHash, messages: [] });
  const stop = (by: Account, id: string) => change(by, { action: 'stop', id });
  const stopOwn = (patient: { user: string } | null, stopHash: string | null = null) =>
    scene.ask('public.stop_own_email_change($1, $2)', [patient?.user ?? null, stopHash]);

  const pass = (hours: number) =>
    sql(
      `update private.email_changes set asked_at = asked_at - make_interval(hours => $1),
         agreed_at = agreed_at - make_interval(hours => $1), changes_at = changes_at - make_interval(hours => $1)`,
      [hours],
    );
  const due = () => scene.ask('public.change_due_emails()');
  const addressOf = async ({ user }: { user: string }) => {
    const [row] = await rowsOf(
      `select users.email, customer_email, invitations.email as invited from auth.users
       join public.customers on user_id = users.id left join public.invitations on invitations.email = customer_email
       where users.id = $1`,
      [user],
    );
    expect(new Set(Object.values(row!)).size).toBe(1);
    return row!['email'];
  };
  const linesOf = ({ user }: { user: string }) =>
    rowsOf(
      `select action, kind, actor_name, staff_role, actor_role from public.audit_log
       where subject_id = $1 and kind in ('email_change', 'email_address') order by id`,
      [user],
    );

  test('an administrator asks, a clinician agrees, and after 72 hours codes go to the new address', async () => {
    const [administrator, clinician, patient] = [
      await atWork('administrator'),
      await atWork('clinician'),
      await aPatient(),
    ];
    const { id, email } = await ask(administrator, patient);
    expect(await open(clinician)).toMatchObject([
      { id, newEmail: email, email: patient.email, mayAgree: true },
    ]);
    expect(await open(administrator)).toMatchObject([{ id, mayAgree: false }]);
    await agree(clinician, id);
    await pass(71);
    expect(await due()).toBe(0);
    expect(await addressOf(patient)).toBe(patient.email);
    await pass(1);
    expect(await due()).toBe(1);
    expect(await addressOf(patient)).toBe(email);
    expect(await scene.count('select from auth.sessions where user_id = $1', [patient.user])).toBe(0);
    expect(await scene.ask('private.is_invited($1)', [email])).toBe(true);
    expect(await scene.ask('private.is_invited($1)', [patient.email])).toBe(false);
    expect(await linesOf(patient)).toMatchObject([
      { action: 'insert', kind: 'email_change', staff_role: 'administrator' },
      { action: 'update', kind: 'email_change', staff_role: 'clinician' },
      { action: 'update', kind: 'email_address', staff_role: 'clinician' },
    ]);
    expect(await open(clinician)).toEqual([]);
  });

  test('where the auth service keeps the address twice, both change', async () => {
    const [administrator, clinician, patient] = [
      await atWork('administrator'),
      await atWork('clinician'),
      await aPatient(),
    ];
    const [{ there }] = (await rowsOf(`select to_regclass('auth.identities') is not null as there`)) as [
      { there: boolean },
    ];
    if (there)
      await sql(
        `insert into auth.identities (id, provider_id, user_id, identity_data, provider, created_at, updated_at)
         values (gen_random_uuid(), $1::text, $1::uuid, jsonb_build_object('sub', $1::text, 'email', $2::text), 'email', now(), now())`,
        [patient.user, patient.email],
      );
    const { id, email } = await ask(administrator, patient);
    await agree(clinician, id);
    await pass(72);
    await due();
    const kept = there
      ? await rowsOf(`select identity_data ->> 'email' as email from auth.identities where user_id = $1`, [
          patient.user,
        ])
      : [{ email }];
    expect(kept).toEqual([{ email }]);
  });

  test('an administrator alone, or a clinician alone, changes nothing, whatever role they get in between', async () => {
    const [administrator, clinician, patient] = [
      await atWork('administrator'),
      await atWork('clinician'),
      await aPatient(),
    ];
    await expect(ask(clinician, patient)).rejects.toMatchObject(NOT_ALLOWED);
    const { id } = await ask(administrator, patient);
    await expect(agree(administrator, id)).rejects.toMatchObject(NOT_ALLOWED);
    await scene.join('administrator');
    await sql(`update public.care_team set role = 'clinician' where id = $1`, [administrator.person]);
    await expect(agree(administrator, id)).rejects.toMatchObject(NOT_ALLOWED);
    expect(await open(administrator)).toMatchObject([{ mayAgree: false }]);
    await agree(clinician, id);
    await expect(agree(clinician, id)).rejects.toMatchObject(CHANGED);
  });

  test('a coach neither asks, agrees nor stops', async () => {
    const [administrator, coach, patient] = [
      await atWork('administrator'),
      await atWork('coach'),
      await aPatient(),
    ];
    const { id } = await ask(administrator, patient);
    const tries = [
      () => ask(coach, patient),
      () => agree(coach, id),
      () => stop(coach, id),
      () => open(coach),
    ];
    for (const tried of tries) await expect(tried()).rejects.toMatchObject(NOT_ALLOWED);
  });

  test('a stolen or unlocked session of either is refused without a new code, and so is one browser with both', async () => {
    const [administrator, clinician, patient] = [
      await atWork('administrator'),
      await atWork('clinician'),
      await aPatient(),
    ];
    await showCode(administrator, 6);
    await expect(ask(administrator, patient)).rejects.toMatchObject(FRESH_CODE);
    await showCode(administrator);
    const { id } = await ask(administrator, patient);
    await showCode(clinician, 6);
    await expect(agree(clinician, id)).rejects.toMatchObject(FRESH_CODE);
    await sql('delete from auth.mfa_amr_claims where session_id = $1', [clinician.session]);
    await expect(agree(clinician, id)).rejects.toMatchObject(FRESH_CODE);
    // One session is one person's: neither can act with the other's.
    await expect(agree({ user: clinician.user, session: administrator.session }, id)).rejects.toMatchObject({
      detail: 'not_signed_in',
    });
    // Stopping is safe, and needs none.
    await stop(clinician, id);
    expect(await open(administrator)).toEqual([]);
  });

  test('the old owner objects, signed in or by the link, and the address stays', async () => {
    const [administrator, clinician] = [await atWork('administrator'), await atWork('clinician')];
    for (const way of ['signed in', 'link']) {
      const patient = await aPatient();
      const { id } = await ask(administrator, patient);
      expect(await stopOwn(patient)).toBe('none');
      const hash = randomUUID();
      await agree(clinician, id, hash);
      await pass(71);
      expect(await stopOwn(await aPatient())).toBe('none');
      expect(await stopOwn(null, randomUUID())).toBe('none');
      expect(await stopOwn(way === 'link' ? null : patient, way === 'link' ? hash : null)).toBe('stopped');
      if (way === 'link') expect(await stopOwn(null, hash)).toBe('stopped');
      await pass(2);
      expect(await due()).toBe(0);
      expect(await addressOf(patient)).toBe(patient.email);
      expect((await linesOf(patient)).at(-1)).toMatchObject({
        action: 'delete',
        kind: 'email_change',
        actor_role: 'sign_in',
      });
      const told = await rowsOf(
        `select recipient from public.outbox where subject in ('An email change was stopped', 'Your email address stays the same')
         and created_at = (select max(created_at) from public.outbox) order by 1`,
      );
      expect(told.map(({ recipient }) => String(recipient)).toSorted()).toEqual(
        [administrator.email, clinician.email, patient.email].toSorted(),
      );
    }
  });

  test('after the 72 hours it is too late to stop, even before the address has changed', async () => {
    const [administrator, clinician, patient] = [
      await atWork('administrator'),
      await atWork('clinician'),
      await aPatient(),
    ];
    const { id } = await ask(administrator, patient);
    const hash = randomUUID();
    await agree(clinician, id, hash);
    await pass(72);
    expect(await stopOwn(null, hash)).toBe('late');
    await expect(stop(clinician, id)).rejects.toMatchObject(CHANGED);
    await due();
    expect(await stopOwn(null, hash)).toBe('late');
  });

  test('no one moves the clock: not by writing less than 72 hours, and not by a change before they are over', async () => {
    const [administrator, clinician, patient] = [
      await atWork('administrator'),
      await atWork('clinician'),
      await aPatient(),
    ];
    const { id } = await ask(administrator, patient);
    await agree(clinician, id);
    const problemOf = async (text: string) =>
      sql(text, [id]).then(
        () => 'done',
        (error: unknown) => (isDatabaseError(error) ? error.code : 'unknown'),
      );
    const CHECK = '23514';
    for (const text of [
      `update private.email_changes set changes_at = agreed_at + interval '71 hours' where id = $1`,
      `update private.email_changes set outcome = 'changed', ended_at = now() where id = $1`,
      `update private.email_changes set agreed_by = asked_by where id = $1`,
      `update private.email_changes set agreed_at = null where id = $1`,
    ])
      expect(await problemOf(text)).toBe(CHECK);
    expect(
      await problemOf(
        'select private.apply_email_change(change) from private.email_changes as change where id = $1',
      ),
    ).toBe(CHECK);
    expect(await addressOf(patient)).toBe(patient.email);
  });

  test('a request that no clinician agrees to ends by itself', async () => {
    const [administrator, clinician, patient] = [
      await atWork('administrator'),
      await atWork('clinician'),
      await aPatient(),
    ];
    const { id } = await ask(administrator, patient);
    await pass(72);
    await due();
    await expect(agree(clinician, id)).rejects.toMatchObject(CHANGED);
    expect(await addressOf(patient)).toBe(patient.email);
  });

  test('one request at a time for a patient, one patient for an address, and three in 30 days', async () => {
    const [administrator, patient, other] = [
      await atWork('administrator'),
      await aPatient(),
      await aPatient(),
    ];
    for (let n = 0; n < 3; n++) {
      const { id, email } = await ask(administrator, patient);
      await expect(ask(administrator, patient)).rejects.toMatchObject(CHANGED);
      await expect(ask(administrator, other, email)).rejects.toMatchObject({ detail: 'already_invited' });
      await stop(administrator, id);
    }
    await expect(ask(administrator, patient)).rejects.toMatchObject({ detail: 'not_now' });
    await pass(24 * 31);
    await ask(administrator, patient);
  });

  test('an address of a patient or a colleague is refused, also if it was taken during the 72 hours', async () => {
    const [administrator, clinician, patient] = [
      await atWork('administrator'),
      await atWork('clinician'),
      await aPatient(),
    ];
    for (const taken of [(await aPatient()).email, clinician.email, patient.email])
      await expect(ask(administrator, patient, taken)).rejects.toMatchObject({ detail: 'already_invited' });
    const { id, email } = await ask(administrator, patient);
    await agree(clinician, id);
    await sql(
      `insert into public.invitations (email, first_name, last_name) values ($1, 'Someone', 'Else')`,
      [email],
    );
    await pass(72);
    expect(await due()).toBe(0);
    expect(await addressOf(patient)).toBe(patient.email);
    expect(await open(administrator)).toEqual([]);
  });

  test('access that ends, and a change that the patient makes, end the request', async () => {
    const [administrator, clinician] = [await atWork('administrator'), await atWork('clinician')];
    const [revoked, changing] = [await aPatient(), await aPatient()];
    for (const patient of [revoked, changing]) await agree(clinician, (await ask(administrator, patient)).id);
    await sql('update public.invitations set revoked_at = now() where email = $1', [revoked.email]);
    await sql('update public.invitations set revoked_at = null where email = $1', [revoked.email]);
    const own = newAddress();
    await sql('update auth.users set email = $2 where id = $1', [changing.user, own]);
    await pass(72);
    expect(await due()).toBe(0);
    expect(await addressOf(revoked)).toBe(revoked.email);
    expect(await addressOf(changing)).toBe(own);
    await expect(ask(administrator, { user: randomUUID() })).rejects.toMatchObject(NOT_ALLOWED);
  });

  test('the patient learns when, and no one else and nothing more', async () => {
    const [administrator, clinician, patient] = [
      await atWork('administrator'),
      await atWork('clinician'),
      await aPatient(),
    ];
    const own = async ({ user, session }: Account) => {
      const claims = JSON.stringify({ sub: user, session_id: session, role: 'authenticated' });
      return scene.database.transaction(async (query) => {
        await query(`select set_config('request.jwt.claims', $1, true)`, [claims]);
        await query('set local role authenticated');
        const { rows } = await query<{ at: Date | null }>('select public.own_email_change() as at');
        await expect(query('savepoint before')).resolves.toBeDefined();
        await expect(query('select from private.email_changes')).rejects.toMatchObject({ code: '42501' });
        await query('rollback to savepoint before');
        return rows[0]!.at;
      });
    };
    const { id } = await ask(administrator, patient);
    expect(await own(patient)).toBeNull();
    await agree(clinician, id);
    expect(await own(patient)).not.toBeNull();
    expect(await own(await aPatient())).toBeNull();
  });
});

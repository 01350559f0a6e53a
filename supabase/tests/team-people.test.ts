import { expect, test } from 'vitest';
import { inviteMember } from '../../server/testing/team.ts';
import { join, REFUSED } from './people.ts';
import { CLINIC, keepRecord, openClinic } from './records.ts';
import { withCareTeam } from './team-scene.ts';

withCareTeam((scene) => {
  const patients = () => scene.count('select from public.customers');

  test('someone invited to the team gets a user and a session, and no patient’s record', async () => {
    const { email, person } = await inviteMember(scene.database, 'coach');
    await scene.openSession(email);
    expect(await patients()).toBe(0);
    await expect(scene.openSession('nobody@example.com')).rejects.toMatchObject({ code: REFUSED });
    // GoTrue's check before it creates a user.
    const asked = (of: string) => scene.ask('private.before_user_created($1)', [{ user: { email: of } }]);
    expect(await asked(email.toUpperCase())).toEqual({});
    const refusal = { error: { http_code: 403, message: expect.any(String) } };
    expect(await asked('nobody@example.com')).toEqual(refusal);
    await scene.deactivate(null, person);
    expect(await asked(email)).toEqual(refusal);
  });

  test('someone who only takes calls does not sign in', async () => {
    await openClinic(scene.database);
    await expect(scene.openSession('robin@clinic.example')).rejects.toMatchObject({ code: REFUSED });
    await scene.ask('public.team_invite(null, $1, $2, $3, $4, $5)', [
      'robin@clinic.example',
      'Robin',
      'coach',
      'Europe/London',
      'h',
    ]);
    await scene.openSession('robin@clinic.example');
    expect(await scene.personOf(CLINIC.host)).toMatchObject({ active: true, joined_at: null });
  });

  test('leaving ends sessions, factor, codes and bookability right away', async () => {
    await openClinic(scene.database);
    const coach = await scene.join('coach');
    await scene.database.query(
      'insert into public.appointment_type_hosts (appointment_type_id, host_id) values ($1, $2)',
      [CLINIC.appointmentType, coach.person],
    );
    await scene.deactivate(null, coach.person);
    for (const [table, column, id] of [
      ['auth.sessions', 'user_id', coach.user],
      ['auth.mfa_factors', 'user_id', coach.user],
      ['public.appointment_type_hosts', 'host_id', coach.person],
      ['private.set_up_codes', 'person_id', coach.person],
    ])
      expect(await scene.count(`select from ${table} where ${column} = $1`, [id])).toBe(0);
    expect(await scene.personOf(coach.person)).toMatchObject({ active: false, factor_id: null });
    const book = 'update public.care_team set active = true where id = $1';
    await expect(scene.database.query(book, [coach.person])).rejects.toMatchObject({ code: '23514' });
    // Nothing opens another session, nor makes another account.
    await expect(scene.openSession(coach.email)).rejects.toMatchObject({ code: REFUSED });
    await scene.database.query('delete from auth.users where id = $1', [coach.user]);
    await expect(scene.openSession(coach.email)).rejects.toMatchObject({ code: REFUSED });
  });

  test('the emailed link of a host who has left opens nothing, and no one can book them', async () => {
    await openClinic(scene.database);
    const patient = await join(scene.database, 'patient', { consented: true });
    await keepRecord(scene.database, patient, 'mark');
    await scene.database.query(
      `update public.appointments set starts_at = now(), ends_at = now() + interval '1 hour', busy_until = now() + interval '1 hour'`,
    );
    const enter = async () => {
      const { rows } = await scene.database.query('select id, sequence from public.appointments');
      const { id, sequence } = rows[0]!;
      const room = await scene.ask('public.enter_call_as_host($1, $2)', [id, sequence]);
      const claims = { role: 'anon', call_id: id, call_sequence: sequence };
      const caller = { role: 'anon' as const, claims: JSON.stringify(claims), userId: null, sessionId: null };
      const text = `select private.may_be_in_channel($1) as hears`;
      const { rows: heard } = await scene.database.asCaller(caller, { text, values: [`call:${String(id)}`] });
      return { room, hears: heard[0]!['hears'] };
    };
    expect(await enter()).toMatchObject({ room: { part: 'host', state: 'open' }, hears: true });
    await scene.ask('public.team_invite(null, $1, $2, $3, $4, $5)', [
      'robin@clinic.example',
      'Robin',
      'coach',
      'Europe/London',
      'h',
    ]);
    await scene.deactivate(null, CLINIC.host);
    expect(await enter()).toEqual({ room: { hasLeft: true }, hears: false });
    await scene.database.query('delete from public.appointments');
    await expect(keepAppointment(patient.id)).rejects.toMatchObject({ code: '23P01' });
  });
  const keepAppointment = (user: string) =>
    scene.database.query(
      `insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until)
       values ($1, $2, $3, now(), now() + interval '1 hour', now() + interval '1 hour')`,
      [user, CLINIC.host, CLINIC.appointmentType],
    );

  const invite = `insert into public.invitations (email, first_name, last_name) values ($1, 'A', 'B')`;

  test('an address is a patient’s or a team member’s, and the other side is told so', async () => {
    const ofTeam = {
      code: 'PT422',
      message: expect.stringContaining('belongs to someone on the care team'),
    };
    const ofPatient = { code: 'PT422', message: expect.stringContaining('belongs to a patient') };
    const { query } = scene.database;
    const { email, person } = await inviteMember(scene.database, 'coach');
    const patient = await join(scene.database, 'patient', { consented: true });
    await expect(query(invite, [email])).rejects.toMatchObject(ofTeam);
    await expect(inviteMember(scene.database, 'coach', 'Patient@example.com')).rejects.toMatchObject(
      ofPatient,
    );
    for (const [text, refusal] of [
      [`update public.invitations set email = '${email}'`, ofTeam],
      [`update public.customers set customer_email = '${email}'`, ofTeam],
      [`update public.care_team set email = '${patient.email}'`, ofPatient],
    ] as const)
      await expect(query(text)).rejects.toMatchObject(refusal);
    // Someone who is no longer a patient, and someone who has left, are still known by their addresses.
    await query('update public.invitations set revoked_at = now()');
    await expect(inviteMember(scene.database, 'coach', patient.email)).rejects.toMatchObject(ofPatient);
    await scene.deactivate(null, person);
    await expect(query(invite, [email])).rejects.toMatchObject(ofTeam);
  });

  test('of two who enter one address at once for both sides, one is refused', async () => {
    const email = 'both@example.com';
    const written = await Promise.allSettled([
      scene.database.query(invite, [email]),
      inviteMember(scene.database, 'coach', email),
    ]);
    expect(written.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('a clinic’s whole list of patients is written in one transaction', async () => {
    // However long a busy machine takes.
    await scene.database.query(
      `begin;
       set local statement_timeout = 0;
       insert into public.invitations (email, first_name, last_name)
       select 'patient' || n || '@example.com', 'A', 'B' from generate_series(1, 20000) as n;
       commit`,
    );
    const written = `select from public.invitations where email like 'patient%@example.com'`;
    expect((await scene.database.query(written)).rowCount).toBe(20_000);
  });

  test('a patient made staff, and staff made a patient, start from nothing', async () => {
    const { query } = scene.database;
    const patient = await join(scene.database, 'patient', { consented: true });
    await query('delete from public.customers where user_id = $1', [patient.id]);
    await query('delete from public.invitations where email = $1', [patient.email]);
    const { person } = await inviteMember(scene.database, 'coach', patient.email);
    const enter = (session: string) =>
      scene.ask('public.team_enter($1, $2, $3, true)', [patient.id, session, ['coach']]);
    // The patient's session ended with the invitation.
    await expect(enter(patient.caller.sessionId!)).rejects.toMatchObject({ code: 'PT401' });
    const account = await scene.openSession(patient.email);
    await expect(enter(account.session)).rejects.toMatchObject({ detail: 'second_factor_required' });
    expect(await patients()).toBe(0);

    await query('delete from public.care_team where id = $1', [person]);
    await query(invite, [patient.email]);
    await expect(enter(account.session)).rejects.toMatchObject({ code: 'PT401' });
    const back = await scene.openSession(patient.email);
    await expect(
      scene.ask('public.team_enter($1, $2, $3, true)', [back.user, back.session, ['coach']]),
    ).rejects.toMatchObject({ detail: 'not_allowed' });
  });
});

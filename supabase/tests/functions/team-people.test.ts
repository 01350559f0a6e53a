import { expect } from 'vitest';
import type * as z from 'zod/mini';
import { SET_UP_ALPHABET } from '../../../domain/contracts/team/team-set-up.ts';
import { TeamPeopleAnswer, TeamPeopleChanged } from '../../../domain/contracts/team/team-people.ts';
import { newPatient } from '../../../server/testing/patient.ts';
import {
  newMember,
  setUpHash,
  signInMember,
  verifyFactor,
  type Member,
} from '../../../server/testing/team.ts';
import { inBothDeployments, test } from './testing/deployments.ts';

const NOT_ALLOWED = { status: 403, json: { code: 'not_allowed' } };

inBothDeployments('team-people', (deployment) => {
  const people = async ({ token }: Member) =>
    TeamPeopleAnswer.parse((await deployment.call({ token })).json).people;
  const change = ({ token }: Member, body: object) => deployment.call({ token, body });
  const changed = async (answer: ReturnType<typeof change>): Promise<z.output<typeof TeamPeopleChanged>> => {
    const { status, json } = await answer;
    expect(status).toBe(200);
    return TeamPeopleChanged.parse(json);
  };
  const invitation = (email: string, role: string) => ({
    action: 'invite',
    email,
    name: 'Noa Berg',
    role,
    timeZone: 'America/New_York',
  });
  const team = async () => {
    const server = deployment.server();
    await server.database.query(
      `update public.care_team set deactivated_at = now(), active = false where role = 'clinician'`,
    );
    return {
      admin: await newMember(server, 'administrator'),
      clinician: await newMember(server, 'clinician'),
      coach: await newMember(server, 'coach'),
    };
  };

  test('an invitation shows a setup code once, and a clinician agrees to the role', async () => {
    const { admin, clinician } = await team();
    const email = `${admin.person}-invites@clinic.example`;
    const { id, setUpCode } = await changed(change(admin, invitation(email.toUpperCase(), 'coach')));
    expect(setUpCode).toMatch(new RegExp(`^[${SET_UP_ALPHABET}]{10}$`));
    const server = deployment.server();
    const { rows } = await server.database.query(
      'select code_hash from private.set_up_codes where person_id = $1',
      [id],
    );
    expect(rows).toEqual([{ code_hash: setUpHash(server, email, setUpCode!) }]);
    const found = async () => (await people(admin)).find((person) => person.id === id)!;
    expect(await found()).toMatchObject({
      email,
      role: 'coach',
      proposedRole: 'coach',
      joinedAt: null,
      hasFactor: false,
    });
    expect(JSON.stringify(await people(admin))).not.toContain(setUpCode);
    await changed(change(clinician, { action: 'agree', id, role: 'coach' }));
    expect(await found()).toMatchObject({ role: 'coach', proposedRole: null });
    expect(await change(clinician, { action: 'agree', id, role: 'coach' })).toMatchObject({
      status: 409,
      json: { code: 'changed_meanwhile' },
    });
  });

  test('a clinician declines a role: a colleague keeps theirs, someone new loses access, and administrators get the reason', async () => {
    const { admin, clinician, coach } = await team();
    const server = deployment.server();
    const { id } = await changed(
      change(admin, invitation(`${admin.person}-declined@clinic.example`, 'coach')),
    );
    await changed(change(admin, { action: 'role', id: coach.person, role: 'clinician' }));
    const decline = (person: string, role: string) =>
      change(clinician, { action: 'decline', id: person, role, reason: 'We agreed on another colleague.' });
    expect(await decline(coach.person, 'coach')).toMatchObject({
      status: 409,
      json: { code: 'changed_meanwhile' },
    });
    await changed(decline(coach.person, 'clinician'));
    const answer = await changed(decline(id, 'coach'));
    const found = (person: string) => answer.people.find((listed) => listed.id === person);
    expect(found(coach.person)).toMatchObject({ role: 'coach', proposedRole: null, deactivatedAt: null });
    expect(found(id)).toMatchObject({ proposedRole: null, deactivatedAt: expect.any(String) });
    expect(await deployment.call({ token: coach.token })).toMatchObject(NOT_ALLOWED);
    const { rows } = await server.database.query<{ body_text: string }>(
      `select body_text from public.outbox where recipient = $1 and subject = 'A role was declined' order by created_at`,
      [admin.email],
    );
    expect(rows.map(({ body_text: text }) => text)).toEqual([
      expect.stringMatching(
        /The reason: We agreed on another colleague\.[^]*The coach keeps the role coach\./,
      ),
      expect.stringContaining('Access for Noa Berg has ended.'),
    ]);
  });

  test('only clinicians decline a role, and never their own', async () => {
    const { admin, clinician, coach } = await team();
    await newMember(deployment.server(), 'clinician');
    await changed(change(admin, { action: 'role', id: coach.person, role: 'clinician' }));
    const decline = { action: 'decline', role: 'clinician', reason: 'Not yet.' };
    for (const [member, id] of [
      [admin, coach.person],
      [coach, coach.person],
      [clinician, clinician.person],
    ] as const)
      expect(await change(member, { ...decline, id })).toMatchObject(NOT_ALLOWED);
  });

  test('an administrator edits a colleague’s name and time zone, and the log says so', async () => {
    const { admin, clinician, coach } = await team();
    const edit = { action: 'edit', id: coach.person, name: 'Noa Lindgren', timeZone: 'America/Chicago' };
    expect(await change(clinician, edit)).toMatchObject(NOT_ALLOWED);
    const { people: after } = await changed(change(admin, edit));
    expect(after.find(({ id }) => id === coach.person)).toMatchObject({
      name: 'Noa Lindgren',
      timeZone: 'America/Chicago',
    });
    await changed(change(admin, { ...edit, id: admin.person, name: 'Ada Reyes' }));
    expect(await change(admin, { ...edit, timeZone: 'US/Pacific-New' })).toMatchObject({ status: 400 });
    const { rows } = await deployment
      .server()
      .database.query(
        `select action, actor_id from public.audit_log where kind = 'team_person' and subject_id = $1`,
        [coach.person],
      );
    expect(rows).toEqual([{ action: 'update', actor_id: admin.person }]);
  });

  test('an administrator writes a coach’s profile, and the coach’s own patients see it', async () => {
    const { admin, clinician, coach } = await team();
    const { database } = deployment.server();
    const patient = await newPatient(deployment.server());
    await database.query('insert into public.coach_assignments (user_id, coach_id) values ($1, $2)', [
      patient.id,
      coach.person,
    ]);
    const bio = 'A nurse for ten years.';
    const profile = { action: 'profile', id: coach.person, bio, portrait: 'coach-2' };
    expect(await change(clinician, profile)).toMatchObject(NOT_ALLOWED);
    expect(await change(coach, profile)).toMatchObject(NOT_ALLOWED);
    const { people: after } = await changed(change(admin, profile));
    expect(after.find(({ id }) => id === coach.person)).toMatchObject({ bio, portrait: 'coach-2' });
    const seen = async () => (await patient.client.from('customers').select('coach').single()).data;
    expect(await seen()).toMatchObject({ coach: { bio, portrait: 'coach-2' } });
    await changed(change(admin, { ...profile, bio: '', portrait: null }));
    expect(await seen()).toMatchObject({ coach: { bio: '', portrait: null } });
    for (const wrong of [
      { ...profile, bio: 'a'.repeat(301) },
      { ...profile, bio: 'Hidden\u202e' },
      { ...profile, portrait: 'someone' },
    ])
      expect(await change(admin, wrong)).toMatchObject({ status: 400 });
    expect(await change(admin, { ...profile, id: clinician.person })).toMatchObject({ status: 409 });
    const { rows } = await database.query(
      `select action from public.audit_log where kind = 'team_profile' and subject_id = $1`,
      [coach.person],
    );
    expect(rows).toEqual([{ action: 'update' }, { action: 'update' }]);
  });

  test('the same request again answers with the same setup code, and another one is refused', async () => {
    const { admin } = await team();
    const body = invitation(`${admin.person}-again@clinic.example`, 'administrator');
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const ask = (sent: object) => deployment.call({ token: admin.token, body: sent, headers });
    const [first, second] = [await changed(ask(body)), await changed(ask(body))];
    expect(second).toMatchObject({ id: first.id, setUpCode: first.setUpCode });
    const server = deployment.server();
    const { rows } = await server.database.query(
      'select code_hash from private.set_up_codes where person_id = $1',
      [first.id],
    );
    expect(rows).toEqual([{ code_hash: setUpHash(server, body.email, first.setUpCode!) }]);
    expect(await ask({ ...body, name: 'Noa Berger' })).toMatchObject({
      status: 409,
      json: { code: 'submission_reused' },
    });
    const { setUpCode } = await changed(change(admin, body));
    expect(setUpCode).not.toBe(first.setUpCode);
    expect(
      await deployment.call({ token: admin.token, body, headers: { 'Idempotency-Key': 'mine' } }),
    ).toMatchObject({ status: 400, json: { code: 'invalid_input' } });
  });

  test('a zone that only JavaScript knows is refused, and says nothing of the address', async () => {
    const { admin } = await team();
    const body = { ...invitation('zone@clinic.example', 'coach'), timeZone: 'US/Pacific-New' };
    expect(await change(admin, body)).toMatchObject({ status: 400, json: { code: 'invalid_input' } });
  });

  test('a reset shows a new code, and the old factor’s owner is signed out', async () => {
    const { clinician, coach } = await team();
    const { setUpCode } = await changed(change(clinician, { action: 'reset-factor', id: coach.person }));
    expect(await deployment.call({ token: coach.token })).toMatchObject({ status: 401 });
    const server = deployment.server();
    const again = await signInMember(server, coach);
    await verifyFactor(server.database, again.id, again.sessionId);
    const { rows } = await server.database.query('select public.team_set_up($1, $2, $3) as answer', [
      again.id,
      again.sessionId,
      setUpHash(server, coach.email, setUpCode!),
    ]);
    expect(rows).toMatchObject([{ answer: { isSetUp: true } }]);
  });

  test('an administrator sees the neutral name of a health-related call type, a clinician its name', async () => {
    const { admin, clinician } = await team();
    const slug = `safety-${admin.person}`;
    await deployment.server().database.query(
      `insert into public.appointment_types (slug, name, neutral_name, description, duration_minutes, interaction_type)
       values ($1, 'Safety call', 'Clinician call', 'About the safety check.', 15, 'video_call')`,
      [slug],
    );
    const nameFor = async ({ token }: typeof admin) => {
      const { json } = await deployment.call({ token });
      return TeamPeopleAnswer.parse(json).kinds.find((kind) => kind.slug === slug)?.name;
    };
    expect([await nameFor(admin), await nameFor(clinician)]).toEqual(['Clinician call', 'Safety call']);
  });

  test('an administrator sets who takes which types of calls', async () => {
    const { admin, coach } = await team();
    await deployment.server().database.query(
      `insert into public.appointment_types (slug, name, description, duration_minutes, interaction_type)
       values ('a-call', 'A call', 'We talk.', 30, 'video_call'), ('a-talk', 'A talk', 'We talk.', 30, 'phone_call')
       on conflict do nothing`,
    );
    const take = (kinds: string[]) => change(admin, { action: 'hosts', id: coach.person, kinds });
    for (const kinds of [['a-call', 'a-talk'], ['a-talk'], []]) {
      const answer = await changed(take(kinds));
      expect(answer.people.find(({ id }) => id === coach.person)).toMatchObject({ hosts: kinds });
    }
    expect(await take(['none'])).toMatchObject({ status: 422, json: { code: 'unknown_appointment_type' } });
    const own = { action: 'hosts', id: admin.person, kinds: ['a-call'] };
    for (const person of [admin, coach]) expect(await change(person, own)).toMatchObject(NOT_ALLOWED);
  });

  test('coaches neither see nor change people, and clinicians invite no one', async () => {
    const { clinician, coach } = await team();
    expect(await deployment.call({ token: coach.token })).toMatchObject(NOT_ALLOWED);
    const leave = { action: 'deactivate', id: clinician.person };
    expect(await change(coach, leave)).toMatchObject(NOT_ALLOWED);
    expect(await change(clinician, invitation('x@clinic.example', 'coach'))).toMatchObject(NOT_ALLOWED);
    expect(await change(clinician, { action: 'deactivate', id: coach.person })).toMatchObject(NOT_ALLOWED);
  });

  test('no one changes their own role or factor, or deactivates themselves', async () => {
    const { admin, clinician } = await team();
    for (const member of [admin, clinician]) {
      const { person: id } = member;
      for (const own of [
        { action: 'role', id, role: 'administrator' },
        { action: 'agree', id, role: 'clinician' },
        { action: 'reset-factor', id },
        { action: 'deactivate', id },
      ])
        expect(await change(member, own)).toMatchObject(NOT_ALLOWED);
    }
  });

  test('the next call after leaving fails, and so does one with another role', async () => {
    const { admin, clinician } = await team();
    const { person: colleague } = await newMember(deployment.server(), 'clinician');
    const back = { action: 'role', id: clinician.person, role: 'coach' };
    await changed(change(admin, { action: 'role', id: clinician.person, role: 'administrator' }));
    expect(await change(admin, { action: 'deactivate', id: colleague })).toMatchObject({
      status: 409,
      json: { code: 'last_clinician' },
    });
    await deployment
      .server()
      .database.query('select public.team_change_role(null, $1, $2)', [clinician.person, 'coach']);
    expect(await deployment.call({ token: clinician.token })).toMatchObject(NOT_ALLOWED);
    await changed(change(admin, { action: 'deactivate', id: clinician.person }));
    expect(await deployment.call({ token: clinician.token })).toMatchObject({ status: 401 });
    expect(await change(admin, back)).toMatchObject({ status: 409, json: { code: 'changed_meanwhile' } });
  });

  test('an address of a patient is refused with a sentence that says so', async () => {
    const { admin } = await team();
    const server = deployment.server();
    await server.invite('a-patient@example.com');
    expect(await change(admin, invitation('A-Patient@example.com', 'coach'))).toMatchObject({
      status: 422,
      json: { code: 'address_of_patient', message: expect.stringContaining('belongs to a patient') },
    });
    const { rows } = await server.database.query(
      `select kind, staff_role, subject_id in (
         select id from private.patient_directory where email = 'a-patient@example.com') as of_patient
       from public.audit_log where actor_id = $1 and kind in ('identity', 'refused_address_of_patient') order by kind`,
      [admin.person],
    );
    expect(rows).toEqual([
      { kind: 'identity', staff_role: 'administrator', of_patient: true },
      { kind: 'refused_address_of_patient', staff_role: 'administrator', of_patient: false },
    ]);
    await server.database.query(`delete from public.invitations where email = 'a-patient@example.com'`);
  });

  test.each([
    ['{', 'The request body is not valid JSON.'],
    ['null', 'Please select an action'],
    ['{"action":"promote"}', 'Please select an action'],
    ['{"action":"deactivate","id":"7"}', 'Please select a person'],
    ['{"action":"agree","id":"00000000-0000-4000-8000-000000000001"}', 'coach, clinician or administrator'],
    ['{"action":"invite","email":"nobody"}', 'Please enter a valid email address'],
  ])('the body %s is refused', async (text, message) => {
    const { token } = await newMember(deployment.server(), 'administrator');
    const answer = await deployment.call({ method: 'POST', text, token });
    expect(answer.status).toBe(400);
    expect((answer.json as { message: string }).message).toContain(message);
  });
});

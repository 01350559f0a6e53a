import { expect, test } from 'vitest';
import { join, type Patient } from './people.ts';
import { CLINIC, openClinic } from './records.ts';
import { NOTHING, testRights } from './rights.ts';
import { NOT_ALLOWED, withCareTeam, type Joined } from './team-scene.ts';

const may = {
  owner: NOTHING,
  stranger: NOTHING,
  newcomer: NOTHING,
  uninvited: NOTHING,
  anonymous: NOTHING,
  service: NOTHING,
};
testRights('team-records', {
  coach_assignments: {
    insert: `insert into public.coach_assignments (user_id, coach_id) values ($1, '${CLINIC.host}')`,
    set: 'assigned_at = now()',
    may,
  },
  record_openings: {
    insert: `insert into public.record_openings (user_id, person_id, category, words) values ($1, '${CLINIC.host}', 'safety', 'a')`,
    set: `words = 'changed'`,
    may,
  },
});

const REASON_REQUIRED = { code: 'PT403', detail: 'reason_required' };
const HEALTH = 'test_results';

withCareTeam((scene) => {
  /** A team function's work when it reads this type of data about this patient. */
  const read = (who: Joined, patient: Patient, kind = HEALTH) =>
    scene.database.transaction(async (query) => {
      await query('select private.enter_team($1, $2, $3, $4)', [
        who.user,
        who.session,
        ['coach', 'clinician', 'administrator'],
        [kind],
      ]);
      await query('select private.enter_record($1, $2)', [patient.id, [kind]]);
    });
  const assign = (patient: Patient, coach: Joined) =>
    scene.database.query(
      `insert into public.coach_assignments (user_id, coach_id) values ($1, $2)
       on conflict (user_id) do update set coach_id = excluded.coach_id`,
      [patient.id, coach.person],
    );
  const open = (who: Joined, patient: Patient, category = 'cover', roles = ['coach']) =>
    scene.ask('public.team_open_with_reason($1, $2, $3, $4, $5, $6, $7)', [
      who.user,
      who.session,
      roles,
      [],
      patient.id,
      category,
      'Asked to by phone',
    ]);
  const everybody = async () => ({
    admin: await scene.join('administrator'),
    clinician: await scene.join('clinician'),
    marisol: await scene.join('coach'),
    sam: await scene.join('coach'),
    patient: await join(scene.database, 'patient', { consented: true }),
  });
  const linesOf = async ({ id }: Patient) =>
    (
      await scene.database.query(
        'select actor_id, staff_role, action, kind, reason_category as why from public.audit_log where subject_id = $1 and actor_name is not null order by id',
        [id],
      )
    ).rows;

  test('a coach opens their own and unassigned patients, a clinician all, an administrator none', async () => {
    const { admin, clinician, marisol, sam, patient } = await everybody();
    for (const who of [clinician, marisol, sam]) await read(who, patient);
    await assign(patient, marisol);
    for (const who of [clinician, marisol]) await read(who, patient);
    await expect(read(sam, patient)).rejects.toMatchObject(REASON_REQUIRED);
    for (const kind of [HEALTH, 'medical_notes', 'appointments', 'something_new'])
      await expect(read(admin, patient, kind)).rejects.toMatchObject(NOT_ALLOWED);
    for (const kind of ['identity', 'contact', 'consents', 'kit', 'mails', 'call_times'])
      await read(admin, patient, kind);
  });

  test('everyone finds a patient by name, even a colleague’s', async () => {
    const { admin, clinician, marisol, sam, patient } = await everybody();
    await assign(patient, marisol);
    for (const who of [admin, clinician, marisol, sam]) await read(who, patient, 'identity');
  });

  test('without both consents, or after access ended, no one opens anything but the name, for any reason', async () => {
    const people = await everybody();
    const staff = [people.admin, people.clinician, people.marisol];
    const newcomer = await join(scene.database, 'newcomer', { consented: false });
    await scene.database.query('update public.invitations set revoked_at = now() where email = $1', [
      people.patient.email,
    ]);
    for (const patient of [newcomer, people.patient]) {
      for (const who of staff) {
        for (const kind of [HEALTH, 'contact'])
          await expect(read(who, patient, kind)).rejects.toMatchObject(NOT_ALLOWED);
        await read(who, patient, 'identity');
      }
      await expect(open(people.sam, patient)).rejects.toMatchObject(NOT_ALLOWED);
    }
  });

  test('a reason opens another coach’s patient for four hours, for the person who gave it, and the patient sees it', async () => {
    const { marisol, sam, patient } = await everybody();
    const nina = await scene.join('coach');
    await assign(patient, marisol);
    const { until } = (await open(sam, patient, 'patient-asked')) as { until: string };
    expect(Math.round((Date.parse(until) - Date.now()) / 60_000)).toBe(240);
    await read(sam, patient);
    await expect(read(nina, patient)).rejects.toMatchObject(REASON_REQUIRED);
    const line = { actor_id: sam.person, staff_role: 'coach', why: 'patient-asked' };
    expect(await linesOf(patient)).toEqual([
      { ...line, action: 'insert', kind: 'record_openings' },
      { ...line, action: 'read', kind: HEALTH },
    ]);
    await scene.database.query(`update public.record_openings set ends_at = now()`);
    await expect(read(sam, patient)).rejects.toMatchObject(REASON_REQUIRED);
  });

  test('a reason makes no one more than a coach', async () => {
    const { admin, marisol, sam, patient } = await everybody();
    await assign(patient, marisol);
    await expect(open(admin, patient)).rejects.toMatchObject(NOT_ALLOWED);
    await open(sam, patient);
    await scene.changeRole(null, sam.person, 'administrator');
    await expect(read(sam, patient)).rejects.toMatchObject(NOT_ALLOWED);
  });

  /** A call of Sam's, with a patient of Marisol's. */
  async function callOfAColleaguesPatient() {
    const { marisol, sam, patient } = await everybody();
    await openClinic(scene.database);
    await assign(patient, marisol);
    await scene.database.query(
      `insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until)
       values ($1, $2, $3, now(), now() + interval '1 hour', now() + interval '1 hour')`,
      [patient.id, sam.person, CLINIC.appointmentType],
    );
    return { sam, patient };
  }

  test('the patient of one’s own call is one’s own, unless it was canceled', async () => {
    const { sam, patient } = await callOfAColleaguesPatient();
    await read(sam, patient);
    await scene.database.query(`update public.appointments set status = 'cancelled'`);
    await expect(read(sam, patient)).rejects.toMatchObject(REASON_REQUIRED);
  });

  test('for 30 days after one’s own call its patient is one’s own, and no longer', async () => {
    const { sam, patient } = await callOfAColleaguesPatient();
    const endedDaysAgo = (days: number) =>
      scene.database.query(
        `update public.appointments set starts_at = ended - interval '1 hour', ends_at = ended, busy_until = ended
         from (select now() - $1 * interval '1 day' as ended) as past`,
        [days],
      );
    await endedDaysAgo(29);
    await read(sam, patient);
    await endedDaysAgo(31);
    await expect(read(sam, patient)).rejects.toMatchObject(REASON_REQUIRED);
  });

  test.each([[[]], [null], [[HEALTH, null]]])(
    'a record is not opened for unnamed data types: %j',
    async (kinds) => {
      const { clinician, patient } = await everybody();
      await expect(
        scene.database.transaction(async (query) => {
          const roles = ['clinician'];
          await query('select private.enter_team($1, $2, $3, $4)', [
            clinician.user,
            clinician.session,
            roles,
            [HEALTH],
          ]);
          await query('select private.enter_record($1, $2::text[])', [patient.id, kinds]);
        }),
      ).rejects.toMatchObject({ code: '22004' });
    },
  );

  test('a record is opened only if every named type may be read', async () => {
    const { admin, patient } = await everybody();
    const administrative = ['identity', 'contact', 'kit', 'mails'];
    const opened = (kinds: string[]) =>
      scene.database.transaction(async (query) => {
        await query('select private.enter_team($1, $2, $3, $4)', [
          admin.user,
          admin.session,
          ['administrator'],
          kinds,
        ]);
        await query('select private.enter_record($1, $2)', [patient.id, kinds]);
      });
    await opened(administrative);
    for (const place of [0, 2, 4])
      await expect(opened(administrative.toSpliced(place, 0, HEALTH))).rejects.toMatchObject(NOT_ALLOWED);
  });

  test('while a coach is away every coach sees their patients', async () => {
    const { marisol, sam, patient } = await everybody();
    await assign(patient, marisol);
    const awayOn = (day: string) =>
      scene.database.query(
        `insert into public.days_off (host_id, day) values ($1, (now() at time zone 'Europe/London')::date + $2::integer)`,
        [marisol.person, day],
      );
    await awayOn('1');
    await expect(read(sam, patient)).rejects.toMatchObject(REASON_REQUIRED);
    await awayOn('0');
    await read(sam, patient);
  });

  type People = Awaited<ReturnType<typeof everybody>>;
  test.each<[string, (people: People) => Promise<unknown>]>([
    ['leaves by the command', ({ marisol }) => scene.deactivate(null, marisol.person)],
    [
      'leaves by the function',
      ({ marisol, admin }) => scene.change(admin, { action: 'deactivate', id: marisol.person }),
    ],
    ['becomes an administrator', ({ marisol }) => scene.changeRole(null, marisol.person, 'administrator')],
  ])('a coach who %s is no longer anyone’s coach', async (_, leave) => {
    const people = await everybody();
    await assign(people.patient, people.marisol);
    await leave(people);
    expect(await scene.count('select from public.coach_assignments')).toBe(0);
    await read(people.sam, people.patient);
  });

  test('a refusal leaves no line, and a read leaves it in the same transaction', async () => {
    const { marisol, sam, patient } = await everybody();
    await assign(patient, marisol);
    await expect(read(sam, patient)).rejects.toMatchObject(REASON_REQUIRED);
    expect(await linesOf(patient)).toEqual([]);
    await expect(
      scene.database.transaction(async (query) => {
        await query('select private.enter_team($1, $2, $3, $4)', [
          marisol.user,
          marisol.session,
          ['coach'],
          [HEALTH],
        ]);
        await query('select private.enter_record($1, $2)', [patient.id, [HEALTH]]);
        throw new Error('the read failed');
      }),
    ).rejects.toThrow('the read failed');
    expect(await linesOf(patient)).toEqual([]);
  });

  const procedures = async () =>
    (
      await scene.database.query<{ name: string; source: string; names: string[] }>(
        `select proname as name, prosrc as source, proargnames as names from pg_proc
         where pronamespace = 'public'::regnamespace and 'p_session' = any (proargnames)`,
      )
    ).rows;

  test('every team procedure about a patient checks whether it may', async () => {
    const aboutPatients = (await procedures()).filter(({ names }) => names.includes('p_patient'));
    expect(aboutPatients.length).toBeGreaterThan(0);
    for (const { name, source } of aboutPatients) {
      // Someone who gives a reason doesn't have access yet.
      const asks =
        name === 'team_open_with_reason'
          ? /private\.is_open_to_team\(p_patient\)/
          : /private\.(enter_record|require_record)\(/;
      expect([name, asks.test(source)]).toEqual([name, true]);
    }
  });

  test('every team procedure that writes does the same request once', async () => {
    const CHANGE = /\b(insert into|update|delete from) (public|private|auth)\.|\bpublic\.team_/i;
    // Setup accepts the same code only once, and a person who sets up is not on the team yet. Locking twice is locking once, and so is connecting
    // the same calendar twice.
    const exceptions = ['team_set_up', 'team_lock', 'team_connect_calendar'];
    const writing = (await procedures()).filter(
      ({ source, names }) => CHANGE.test(source) || names.includes('p_request'),
    );
    expect(writing.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['team_change_people', 'team_open_with_reason', ...exceptions]),
    );
    for (const { name, source, names } of writing.filter((one) => !exceptions.includes(one.name))) {
      expect([name, names]).toEqual([name, expect.arrayContaining(['p_request'])]);
      expect(source).toContain('private.earlier_answer(p_request)');
      expect(source).toMatch(/private\.keep_answer\(p_request,\s/);
    }
  });
});

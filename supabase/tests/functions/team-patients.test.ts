import { expect } from 'vitest';
import type * as z from 'zod/mini';
import { TeamPatientsAnswer } from '../../../domain/contracts/team/team-patients.ts';
import { beginCycle, type Patient } from '../../../server/testing/patient.ts';
import { newMember, type Member } from '../../../server/testing/team.ts';
import { aClinic, daysAhead, keepCall } from './testing/clinic.ts';
import { worklistScene } from './testing/worklist.ts';
import { inBothDeployments, test } from './testing/deployments.ts';

const NOT_ALLOWED = { status: 403, json: { code: 'not_allowed' } };

inBothDeployments('team-patients', (deployment) => {
  const sql = (text: string, values: unknown[] = []) => deployment.server().database.query(text, values);
  const ask = ({ token }: Member, query: Record<string, string>) => deployment.call({ token, query });
  const list = async (member: Member, query: Record<string, string>) =>
    TeamPatientsAnswer.parse((await ask(member, query)).json);
  const namesOf = ({ patients }: z.output<typeof TeamPatientsAnswer>) => patients.map(({ name }) => name);
  /** A separate family name for each test, so that a search finds only its patients. */
  const family = () => `Fam${crypto.randomUUID().slice(0, 8)}`;

  async function patientNamed(first: string, last: string, options?: { consent: boolean }): Promise<Patient> {
    const patient = await deployment.patient(options);
    await sql(
      'update public.customers set customer_first_name = $2, customer_last_name = $3 where user_id = $1',
      [patient.id, first, last],
    );
    return patient;
  }
  const assign = ({ id }: Patient, { person }: Member) =>
    sql('insert into public.coach_assignments (user_id, coach_id) values ($1, $2)', [id, person]);
  /** In the patients' logs. */
  const linesOf = async ({ person }: Member) =>
    (
      await sql(
        `select kind, subject_id, staff_role from public.audit_log
         where actor_id = $1 and subject_id <> $1 and action = 'read' order by id`,
        [person],
      )
    ).rows;

  test('a patient is found by name with a comma, by phone, and by date of birth', async () => {
    const clinician = await newMember(deployment.server(), 'clinician');
    const last = family();
    const maya = await patientNamed('Maya', last);
    await patientNamed('Maya', `${last}b`);
    const digits = String(Math.floor(Math.random() * 9_000_000) + 1_000_000);
    await sql(
      `update public.customers set customer_phone = $2, birth_date = '1992-03-04' where user_id = $1`,
      [maya.id, `+1212${digits}`],
    );
    for (const search of [
      `${last}, maya 1992-03-04`,
      `Maya ${last} 3/4/1992`,
      `03/04/1992, ${last}`,
      `(212) ${digits.slice(0, 3)}-${digits.slice(3)}`,
      digits,
    ]) {
      const { patients } = await list(clinician, { search });
      expect(patients, search).toMatchObject([{ id: maya.id, birthDate: '1992-03-04' }]);
    }
    // Others may have the same last four digits.
    const { patients } = await list(clinician, { search: digits.slice(-4) });
    expect(patients).toContainEqual(expect.objectContaining({ id: maya.id }));
  });

  test('a coach tells two colleagues’ patients of the same name apart by their dates of birth', async () => {
    const [own, other] = [
      await newMember(deployment.server(), 'coach'),
      await newMember(deployment.server(), 'coach'),
    ];
    const last = family();
    for (const day of ['1990-01-02', '1995-11-30']) {
      const patient = await patientNamed('Maya', last);
      await sql('update public.customers set birth_date = $2 where user_id = $1', [patient.id, day]);
      await assign(patient, own);
    }
    expect(namesOf(await list(other, { search: last })).toSorted()).toEqual([
      `Maya ${last}, born January 2, 1990`,
      `Maya ${last}, born November 30, 1995`,
    ]);
    // Being found by date of birth reveals it.
    expect(namesOf(await list(other, { search: `${last} 1990-01-02` }))).toEqual([]);
  });

  test('a clinician finds a patient by any part, in any order, whatever the accents', async () => {
    const clinician = await newMember(deployment.server(), 'clinician');
    const last = family();
    const zoe = await patientNamed('Zoë', last);
    await patientNamed('Émile_%', last);
    for (const search of [`zoe ${last}`, `${last.slice(2)} ZOÉ`, `  ${last.toLowerCase()}   oe `]) {
      const answer = await list(clinician, { search });
      expect(answer).toMatchObject({ page: 1, pages: 1, total: 1, patients: [{ id: zoe.id }] });
    }
    expect(namesOf(await list(clinician, { search: last }))).toEqual([`Émile_% ${last}`, `Zoë ${last}`]);
    expect(namesOf(await list(clinician, { search: `_% ${last}` }))).toEqual([`Émile_% ${last}`]);
    expect(await list(clinician, { search: `${last} nobody` })).toMatchObject({
      total: 0,
      pages: 1,
      patients: [],
    });
    const { rows } = await sql('select customer_email from public.customers where user_id = $1', [zoe.id]);
    const address = rows[0]!['customer_email'] as string;
    expect(namesOf(await list(clinician, { search: address.slice(3, 30) }))).toEqual([`Zoë ${last}`]);
  });

  test('a clinician sees a patient’s care state, and filters by it', async () => {
    const clinician = await newMember(deployment.server(), 'clinician');
    const coach = await newMember(deployment.server(), 'coach');
    const last = family();
    const [early, late] = [await patientNamed('Early', last), await patientNamed('Late', last)];
    await sql(
      `insert into public.completed_phases (user_id, phase_id, stage_number)
       select $1, phase_id, stage_number from public.journey_phases where stage_number <= 2`,
      [late.id],
    );
    await beginCycle(deployment.server(), late, 1);
    await sql(
      `insert into public.test_results (user_id, result_type, result, taken_at) values ($1, 'ovulation', 'Invalid', '2026-01-02T03:04:05Z')`,
      [late.id],
    );
    await assign(late, coach);
    const clinic = await aClinic(deployment.server().database);
    await keepCall(deployment.server().database, late, { clinic, startsAt: daysAhead(-1, '09:00') });
    await keepCall(deployment.server().database, late, { clinic, startsAt: daysAhead(2, '09:00') });
    const row = { id: late.id, name: `Late ${last}` };
    const { patients } = await list(clinician, {
      search: last,
      stage: '3',
      cycle: '1',
      status: 'Active',
      coach: coach.person,
    });
    expect(patients).toMatchObject([
      {
        ...row,
        summary: {
          stage: 3,
          cycle: 1,
          phase: 'abstinence',
          status: 'Active',
          coach: { id: coach.person, name: 'The coach' },
          nextCall: { name: 'Initial Consultation' },
        },
      },
    ]);
    const { summary } = patients[0]!;
    expect(Date.parse(summary!.lastLogAt!)).toBe(Date.parse('2026-01-02T03:04:05Z'));
    expect(Date.parse(summary!.nextCall!.startsAt)).toBe(daysAhead(2, '09:00'));
    expect(namesOf(await list(clinician, { search: last, coach: 'none' }))).toEqual([`Early ${last}`]);
    expect(namesOf(await list(clinician, { search: last, stage: '1' }))).toEqual([`Early ${last}`]);
    expect(early.id).not.toBe(late.id);
    expect(await list(clinician, { coach: coach.person })).toMatchObject({ total: 1, pages: 1 });
    const { total } = await list(clinician, { stage: '3', cycle: '1' });
    await beginCycle(deployment.server(), await patientNamed('Later', last), 1);
    expect((await list(clinician, { stage: '3', cycle: '1' })).total).toBe(total);
  });

  test('a coach sees a colleague’s patient by name alone, and cannot find them by their health', async () => {
    const [marisol, robin] = [
      await newMember(deployment.server(), 'coach'),
      await newMember(deployment.server(), 'coach'),
    ];
    const last = family();
    const [own, other] = [await patientNamed('Own', last), await patientNamed('Other', last)];
    await Promise.all([assign(own, marisol), assign(other, robin)]);
    const free = await patientNamed('Free', last);
    const { patients } = await list(marisol, { search: last });
    expect(patients).toEqual([
      expect.objectContaining({ id: free.id, summary: expect.anything() }),
      { id: other.id, name: `Other ${last}` },
      expect.objectContaining({ id: own.id, summary: expect.anything() }),
    ]);
    expect(namesOf(await list(marisol, { search: last, stage: '1' }))).toEqual([
      `Free ${last}`,
      `Own ${last}`,
    ]);
    expect(await list(marisol, { coach: robin.person, stage: '1' })).toMatchObject({
      total: 0,
      patients: [],
    });
    expect(await list(marisol, { coach: robin.person, status: 'Active' })).toMatchObject({
      total: 0,
      patients: [],
    });
    expect(await list(marisol, { coach: robin.person })).toMatchObject({
      total: 1,
      patients: [{ id: other.id }],
    });
    expect((await linesOf(marisol)).slice(0, 3)).toEqual(
      expect.arrayContaining([
        { kind: 'summary', subject_id: own.id, staff_role: 'coach' },
        { kind: 'summary', subject_id: free.id, staff_role: 'coach' },
        { kind: 'identity', subject_id: other.id, staff_role: 'coach' },
      ]),
    );
    // An absence, one's own call and a reason each open the row, and the filters count it.
    await sql(
      `insert into public.record_openings (user_id, person_id, category, words) values ($1, $2, 'safety', 'Because')`,
      [other.id, marisol.person],
    );
    expect(await list(marisol, { coach: robin.person, stage: '1' })).toMatchObject({
      total: 1,
      patients: [{ id: other.id, summary: { stage: 1 } }],
    });
    const { rows } = await sql(
      `select reason_category from public.audit_log where actor_id = $1 and subject_id = $2 and kind = 'summary'`,
      [marisol.person, other.id],
    );
    expect(rows).toEqual([{ reason_category: 'safety' }]);
    await sql('delete from public.record_openings where user_id = $1', [other.id]);
    await sql(
      `insert into public.days_off (host_id, day) values ($1, (now() at time zone 'Europe/London')::date)`,
      [robin.person],
    );
    expect(await list(marisol, { coach: robin.person, stage: '1' })).toMatchObject({ total: 1 });
  });

  test.each(['coach', 'clinician'] as const)(
    'each patient whom a %s filters by health has a log line, shown or not',
    async (role) => {
      const member = await newMember(deployment.server(), role);
      const last = family();
      const [kept, left] = [await patientNamed('Kept', last), await patientNamed('Left', last)];
      await sql(`update public.customers set status = 'Pregnant' where user_id = $1`, [kept.id]);
      const noted = async () => (await linesOf(member)).map((line) => [line['kind'], line['subject_id']]);
      expect(await list(member, { search: `left ${last}`, status: 'Pregnant' })).toMatchObject({ total: 0 });
      expect(await noted()).toEqual([['summary', left.id]]);
      // A page past the end returns the last page, never just a count.
      expect(await list(member, { search: `kept ${last}`, status: 'Pregnant', page: '2' })).toMatchObject({
        page: 1,
        total: 1,
        patients: [{ id: kept.id }],
      });
      expect(await noted()).toEqual([
        ['summary', left.id],
        ['summary', kept.id],
      ]);
    },
  );

  test('a coach’s few patients are found by a filter without a search, and have their lines', async () => {
    const [clinician, coach] = [
      await newMember(deployment.server(), 'clinician'),
      await newMember(deployment.server(), 'coach'),
    ];
    const patient = await patientNamed('Only', family());
    await assign(patient, coach);
    expect(await list(clinician, { coach: coach.person, status: 'Paused' })).toMatchObject({ total: 0 });
    expect(await linesOf(clinician)).toEqual([
      { kind: 'summary', subject_id: patient.id, staff_role: 'clinician' },
    ]);
  });

  test('a filter among more than fifty reveals nothing about one of them, and leaves lines only for those shown', async () => {
    const clinician = await newMember(deployment.server(), 'clinician');
    const last = family();
    const shown = await patientNamed('Shown', last);
    await sql(
      `insert into private.patient_directory
         (id, email, has_user, name, sort_name, search_text, is_open, stage, status, coach_id)
       select gen_random_uuid(), number || $1 || '@example.com', true, $1, lower($1), lower($1), true, 2, 'Active',
         '00000000-0000-0000-0000-000000000000' from generate_series(1, 50) as number`,
      [last],
    );
    expect(await list(clinician, { search: last, stage: '1' })).toMatchObject({ total: 1 });
    expect((await linesOf(clinician)).map((line) => line['subject_id'])).toEqual([shown.id]);
    await sql('delete from private.patient_directory where name = $1', [last]);
  });

  test('a coach finds a colleague’s patient by name, and cannot try out addresses', async () => {
    const [marisol, robin] = [
      await newMember(deployment.server(), 'coach'),
      await newMember(deployment.server(), 'coach'),
    ];
    const last = family();
    const patient = await patientNamed('Zoë', last);
    await assign(patient, robin);
    const { rows } = await sql('select customer_email from public.customers where user_id = $1', [
      patient.id,
    ]);
    const address = rows[0]!['customer_email'] as string;
    for (const search of [address, `${last} ${address.slice(0, 8)}`, `zoe ${last} ${address.slice(-11)}`])
      expect(await list(marisol, { search })).toMatchObject({ total: 0, patients: [] });
    expect(await linesOf(marisol)).toEqual([]);
    expect(namesOf(await list(marisol, { search: `${last} zoe` }))).toEqual([`Zoë ${last}`]);
    expect(namesOf(await list(robin, { search: address }))).toEqual([`Zoë ${last}`]);
  });

  test('someone whose role has changed has separate lines in it', async () => {
    const member = await newMember(deployment.server(), 'clinician');
    const last = family();
    const { id } = await patientNamed('New', last, { consent: false });
    await list(member, { search: last });
    await sql(`update public.care_team set role = 'coach' where id = $1`, [member.person]);
    await list(member, { search: last });
    await list(member, { search: last });
    expect(await linesOf(member)).toEqual([
      { kind: 'identity', subject_id: id, staff_role: 'clinician' },
      { kind: 'identity', subject_id: id, staff_role: 'coach' },
    ]);
  });

  test('a patient without both consents, or uninvited, is only a name to everyone', async () => {
    const last = family();
    const newcomer = await patientNamed('New', last, { consent: false });
    const gone = await patientNamed('Gone', last);
    await sql(
      `update public.invitations set revoked_at = now()
       where email = (select customer_email from public.customers where user_id = $1)`,
      [gone.id],
    );
    await sql(`insert into public.invitations (email, first_name, last_name) values ($1, 'Waiting', $2)`, [
      `${last.toLowerCase()}@example.com`,
      last,
    ]);
    for (const role of ['coach', 'clinician', 'administrator'] as const) {
      const member = await newMember(deployment.server(), role);
      const { patients } = await list(member, { search: last });
      expect(patients).toEqual([
        { id: gone.id, name: `Gone ${last}` },
        { id: newcomer.id, name: `New ${last}` },
        { id: expect.any(String), name: `Waiting ${last}` },
      ]);
      expect((await linesOf(member)).map(({ kind }) => kind)).toEqual(['identity', 'identity', 'identity']);
      if (role !== 'administrator')
        expect(await list(member, { search: last, stage: '1' })).toMatchObject({ total: 0 });
    }
  });

  test('an administrator sees nothing about health, and cannot ask for it', async () => {
    const admin = await newMember(deployment.server(), 'administrator');
    const last = family();
    const patient = await patientNamed('Ada', last);
    const database = deployment.server().database;
    const clinic = await aClinic(database, { name: 'Unmistakable Review' });
    await keepCall(database, patient, { clinic, startsAt: daysAhead(3, '10:00') });
    await sql(
      `insert into public.outbox (key, channel, recipient, subject, body_text, purpose, user_id, parked_at)
       values (gen_random_uuid(), 'email', 'a@example.com', 'Secret', 'Secret', 'security', $1, now())`,
      [patient.id],
    );
    const { json } = await ask(admin, { search: last });
    const answer = TeamPatientsAnswer.parse(json);
    expect(answer.patients).toEqual([
      {
        id: patient.id,
        name: `Ada ${last}`,
        birthDate: null,
        administration: expect.objectContaining({
          consents: { privacyPolicy: true, dataUse: true, research: false, texts: false },
          kit: { trackingUrl: null, askedAt: null, sentOn: null, arrivedAt: null, address: null },
          delivery: 'parked',
        }),
      },
    ]);
    expect(Date.parse(answer.patients[0]!.administration!.nextCallAt!)).toBe(daysAhead(3, '10:00'));
    expect(JSON.stringify(json)).not.toMatch(/Unmistakable|Secret|stage|phase|status|cycle/i);
    expect(await linesOf(admin)).toEqual([
      { kind: 'administrative_summary', subject_id: patient.id, staff_role: 'administrator' },
    ]);
    for (const filter of [{ stage: '1' }, { cycle: '1' }, { status: 'Active' }])
      expect(await ask(admin, { search: last, ...filter })).toMatchObject(NOT_ALLOWED);
    expect(await linesOf(admin)).toHaveLength(1);
  });

  test('the list shows how much needs someone, until it is done', async () => {
    const scene = worklistScene(deployment.server);
    const [last, clinician] = [
      `Waiting${crypto.randomUUID().slice(0, 8)}`,
      await newMember(deployment.server(), 'clinician'),
    ];
    const patient = await patientNamed('Wanda', last);
    const attention = async () =>
      (await list(clinician, { search: last })).patients.map(({ summary }) => summary!.attention);
    expect(await attention()).toEqual([null]);
    await scene.feels(patient);
    expect(await attention()).toEqual([{ items: 1, urgent: false }]);
    await scene.feels(patient, 'strong');
    expect(await attention()).toEqual([{ items: 2, urgent: true }]);
    const [urgent] = await scene.itemsOf(clinician, patient);
    const done = (words: string) =>
      scene.ask('team-decide', clinician, { key: urgent!.key, decision: 'done', outcome: 'spoke', words });
    expect((await done('')).status, 'what is urgent does not end without a comment').toBe(400);
    expect(await attention()).toEqual([{ items: 2, urgent: true }]);
    expect((await done('She is well.')).status).toBe(200);
    expect(await attention()).toEqual([{ items: 1, urgent: false }]);
  });

  test('the last count is shown until something happens, or no one is looking', async () => {
    const scene = worklistScene(deployment.server);
    const clinician = await newMember(deployment.server(), 'clinician');
    const last = family();
    const patient = await patientNamed('Wanda', last);
    const attention = async () =>
      (await list(clinician, { search: last })).patients.map(({ summary }) => summary!.attention);
    await scene.feels(patient, 'strong');
    const read = await attention();
    await scene.look();
    expect(await attention()).toEqual(read);
    await sql('update private.attention_looks set items = 7 where user_id = $1', [patient.id]);
    expect(await attention(), 'it is not read again').toEqual([{ items: 7, urgent: true }]);
    await sql(
      `update private.attention_looks set checked_at = now() - interval '11 minutes' where user_id = $1`,
      [patient.id],
    );
    expect(await attention()).toEqual(read);
    await scene.look();
    await scene.feels(patient);
    expect(await attention()).toEqual([{ items: 2, urgent: true }]);
  });

  test('the list is sorted by last log, next call and attention, and filters by who needs attention', async () => {
    const scene = worklistScene(deployment.server);
    const clinician = await newMember(deployment.server(), 'clinician');
    const last = family();
    const [quiet, logged, waiting, called] = [
      await patientNamed('Ada', last),
      await patientNamed('Bea', last),
      await patientNamed('Cleo', last),
      await patientNamed('Dora', last),
    ];
    const found = async (query: Record<string, string>) =>
      namesOf(await list(clinician, { search: last, ...query })).map((name) => name.split(' ')[0]);
    for (const [patient, days] of [
      [logged, 1],
      [waiting, 3],
    ] as const)
      await sql(
        `insert into public.test_results (user_id, result_type, result, taken_at)
         values ($1, 'ovulation', 'Invalid', now() - make_interval(days => $2))`,
        [patient.id, days],
      );
    await scene.feels(waiting, 'strong');
    await scene.feels(quiet);
    const { database } = deployment.server();
    await keepCall(database, called, { clinic: await aClinic(database), startsAt: daysAhead(2, '09:00') });
    // Before any look at them.
    expect(await found({ sort: 'name' })).toEqual(['Ada', 'Bea', 'Cleo', 'Dora']);
    expect(await found({ sort: 'last-log' })).toEqual(['Bea', 'Cleo', 'Ada', 'Dora']);
    expect((await found({ sort: 'next-call' }))[0]).toBe('Dora');
    await scene.look();
    // The server's own look every minute may have started just before this one.
    await expect.poll(() => found({ attention: 'needed' }), { timeout: 10_000 }).toEqual(['Ada', 'Cleo']);
    expect((await found({ sort: 'attention' })).slice(0, 2)).toEqual(['Cleo', 'Ada']);
    expect(await found({ attention: 'needed' })).toEqual(['Ada', 'Cleo']);
    expect(await found({ attention: 'needed', sort: 'attention' })).toEqual(['Cleo', 'Ada']);
  });

  test('a coach sorts and filters by health only among their own patients, and an administrator does not', async () => {
    const [coach, colleague, administrator] = [
      await newMember(deployment.server(), 'coach'),
      await newMember(deployment.server(), 'coach'),
      await newMember(deployment.server(), 'administrator'),
    ];
    const last = family();
    const [mine, other] = [await patientNamed('Mina', last), await patientNamed('Olga', last)];
    await assign(mine, coach);
    await assign(other, colleague);
    for (const sort of ['last-log', 'next-call', 'attention']) {
      expect(namesOf(await list(coach, { search: last, sort }))).toEqual([`Mina ${last}`]);
      expect(await ask(administrator, { sort })).toMatchObject(NOT_ALLOWED);
    }
    expect(namesOf(await list(coach, { search: last, sort: 'name' }))).toHaveLength(2);
    expect(await ask(administrator, { attention: 'needed' })).toMatchObject(NOT_ALLOWED);
    expect(namesOf(await list(coach, { search: last, attention: 'needed' }))).toEqual([]);
  });

  test('a page is fifty, and people shown again within 15 minutes are one line', async () => {
    const clinician = await newMember(deployment.server(), 'clinician');
    const last = family();
    await sql(
      `insert into public.invitations (email, first_name, last_name)
       select $1 || number || '@example.com', 'P' || lpad(number::text, 2, '0'), $2 from generate_series(1, 60) as number`,
      [last.toLowerCase(), last],
    );
    const [first, second] = [
      await list(clinician, { search: last }),
      await list(clinician, { search: last, page: '2' }),
    ];
    expect(first).toMatchObject({ page: 1, pages: 2, total: 60 });
    expect(second).toMatchObject({ page: 2, pages: 2, total: 60 });
    expect([namesOf(first).length, namesOf(second)[0]]).toEqual([50, `P51 ${last}`]);
    await list(clinician, { search: last });
    expect(await linesOf(clinician)).toHaveLength(60);
    const everybody = await list(clinician, {});
    const { rows } = await sql('select count(*)::int as patients from private.patient_directory');
    expect(everybody.total).toBe(rows[0]!['patients']);
    const { page, pages, patients } = await list(clinician, { page: '1000000' });
    expect([page, patients.length > 0]).toEqual([pages, true]);
  });

  test.each([
    [{ stage: '5' }, 'Please select a stage from 1 to 4'],
    [{ cycle: '0' }, 'Please select a cycle from 1 to 3'],
    [{ coach: 'me' }, 'Please select a coach'],
    [{ status: 'Gone' }, 'Please select a status'],
    [{ page: '-1' }, 'Please select page 1 or later'],
    [{ search: 'a'.repeat(201) }, 'Please search with at most 200 characters'],
  ])('%j is refused', async (query, message) => {
    const clinician = await newMember(deployment.server(), 'clinician');
    const answer = await ask(clinician, query);
    expect(answer).toMatchObject({ status: 400, json: { message: expect.stringContaining(message) } });
  });
});

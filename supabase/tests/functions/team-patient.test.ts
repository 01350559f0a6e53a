import { expect } from 'vitest';
import { TeamPatientAnswer } from '../../../domain/contracts/team/team-patient.ts';
import { type Patient } from '../../../server/testing/patient.ts';
import { newMember, type Member } from '../../../server/testing/team.ts';
import { keepRecord } from '../records.ts';
import { aClinic, daysAhead, keepCall } from './testing/clinic.ts';
import { inBothDeployments, test } from './testing/deployments.ts';

const NOT_ALLOWED = { status: 403, json: { code: 'not_allowed' } };
const REASON_REQUIRED = { status: 403, json: { code: 'reason_required' } };

inBothDeployments('team-patient', (deployment) => {
  const sql = (text: string, values: unknown[] = []) => deployment.server().database.query(text, values);
  const ask = ({ token }: Member, id: string) => deployment.call({ token, query: { id } });
  const open = async (member: Member, { id }: Patient) =>
    TeamPatientAnswer.parse((await ask(member, id)).json);
  const kindsRead = async ({ person }: Member, { id }: Patient) =>
    (
      await sql(
        `select kind from public.audit_log where actor_id = $1 and subject_id = $2 and action = 'read' order by kind`,
        [person, id],
      )
    ).rows.map(({ kind }) => kind);

  /** A patient with a row in every table, all of them with the mark. */
  async function patientWith(mark: string): Promise<Patient> {
    const patient = await deployment.patient();
    const { rows } = await sql('select customer_email as email from public.customers where user_id = $1', [
      patient.id,
    ]);
    await sql(
      `insert into public.care_team (id, name, role, email, time_zone) values
       ('00000000-0000-4000-8000-000000000001', 'Robin', 'coach', 'robin@clinic.example', 'Europe/London') on conflict do nothing`,
    );
    await sql(
      `insert into public.appointment_types (id, slug, name, description, duration_minutes, interaction_type) values
       ('00000000-0000-4000-8000-000000000002', 'a-call', 'A call', 'We talk.', 30, 'video_call') on conflict do nothing`,
    );
    await keepRecord(
      deployment.server().database,
      { id: patient.id, email: rows[0]!['email'] as string },
      mark,
    );
    return patient;
  }

  test('a clinician opens the whole record, and the log has each type of data', async () => {
    const clinician = await newMember(deployment.server(), 'clinician');
    const patient = await patientWith('mark');
    const record = await open(clinician, patient);
    if (record.access !== 'record') throw new Error('The record is closed.');
    expect(record.profile).toMatchObject({
      age: 33,
      familySetUp: 'Other',
      stage: 1,
      coach: { name: 'Robin' },
    });
    expect(record.profile.leavesAt).not.toBeNull();
    expect(record.questionnaire).toMatchObject({ menstrual_cycle_length_other: 'mark' });
    expect(record.timeline.map(({ kind }) => kind).sort()).toEqual([
      'alert',
      'applicator',
      'call',
      'contact',
      'decision',
      'decision',
      'follow-up',
      'note',
      'note',
      'outcome',
      'outcome',
      'outcome',
      'period',
      'phase',
      'result',
      'result',
      'safety-check',
      'staff-note',
      'survey',
      'symptoms',
    ]);
    expect(record).toMatchObject({ careState: 'treatment', care: { acts: ['pause', 'loss', 'stop'] } });
    expect(record.results).toHaveLength(2);
    expect(record.cycle.periods).toHaveLength(1);
    const moments = record.timeline.map(({ at }) => Date.parse(at));
    expect(moments).toEqual(moments.toSorted((one, other) => other - one));
    expect(await kindsRead(clinician, patient)).toEqual([
      'appointments',
      'attention',
      'completed_phases',
      'consultation_notes',
      'contact',
      'follow_ups',
      'identity',
      'kit',
      'medical_notes',
      'onboarding_info',
      'outcome_events',
      'patient_alerts',
      'patient_contacts',
      'periods',
      'safety_checks',
      'staff_notes',
      'survey_responses',
      'symptom_reports',
      'test_results',
      'treatment_day_timers',
    ]);
  });

  test('a record opens with its newest cycle, and the others are counted', async () => {
    const clinician = await newMember(deployment.server(), 'clinician');
    const patient = await deployment.patient();
    for (const daysAgo of [40, 12])
      await sql(
        `insert into public.periods (user_id, day, kind) values ($1, current_date - $2::integer, 'period')`,
        [patient.id, daysAgo],
      );
    const contacted = `insert into public.patient_contacts (user_id, how, words, person_id, person_name, person_role, contacted_at)
      select $1, 'phone', 'Well', id, name, role, now() - interval '30 days' from public.care_team where id = $2`;
    await sql(contacted, [patient.id, clinician.person]);
    await sql(
      `insert into public.staff_notes (user_id, text, person_id, person_name, person_role, written_at)
       select $1, 'Well', id, name, role, now() - interval '45 days' from public.care_team where id = $2`,
      [patient.id, clinician.person],
    );
    await sql(
      `insert into public.symptom_reports (user_id, signs, strength, since, urgent, created_at)
       values ($1, '{pain}', 'mild', current_date - 30, false, now() - interval '30 days')`,
      [patient.id],
    );
    for (const daysAgo of [50, 20, 20, 13, 3])
      await sql(
        `insert into public.test_results (user_id, result_type, result, taken_at, taken_on)
         select $1, 'ovulation', 'Negative (Low LH)', now() - $2::integer * interval '1 day', current_date - $2::integer`,
        [patient.id, daysAgo],
      );
    await sql(
      `insert into public.survey_responses (user_id, survey, answers, created_at)
       values ($1, 'before-treatment', '{"response": "confident"}', now() - interval '25 days')`,
      [patient.id],
    );
    const query = { id: patient.id, cycles: 'newest' };
    const { json } = await deployment.call({ query, token: clinician.token });
    const record = TeamPatientAnswer.parse(json);
    if (record.access !== 'record') throw new Error('The record is closed.');
    expect(record.timeline.map(({ kind }) => kind)).toEqual(['result', 'period']);
    expect(record.older).toMatchObject([
      { counts: { all: 7, results: 6, notes: 0, calls: 1, team: 1 } },
      { startsOn: null, counts: { all: 2, results: 1, notes: 1, team: 1 } },
    ]);
    expect(record.older[0]!.startsOn! < record.older[0]!.endsOn!).toBe(true);
    const whole = await open(clinician, patient);
    if (whole.access !== 'record') throw new Error('The record is closed.');
    expect(whole.older).toEqual([]);
    expect(whole.timeline).toHaveLength(11);
    // The chart shows every cycle from the start.
    const days = ({ results }: typeof whole) => new Set(results.map(({ takenOn }) => takenOn));
    expect(days(record)).toEqual(days(whole));
    const refused = await deployment.call({ query: { ...query, cycles: 'all' }, token: clinician.token });
    expect(refused.status).toBe(400);
  });

  test('a dialog asks only who it is about, and the log says so', async () => {
    const patient = await patientWith('mark');
    await sql(
      `update public.customers set birth_date = '1992-03-14', pronouns = 'she/her' where user_id = $1`,
      [patient.id],
    );
    const who = async (member: Member) =>
      (await deployment.call({ token: member.token, query: { id: patient.id, part: 'who' } })).json;
    const clinician = await newMember(deployment.server(), 'clinician');
    expect(await who(clinician)).toEqual({
      id: patient.id,
      name: expect.any(String),
      email: expect.any(String),
      access: 'who',
      birthDate: '1992-03-14',
      age: 33,
      pronouns: 'she/her',
      careState: 'treatment',
      stage: 1,
      alerts: ['mark'],
    });
    expect(await kindsRead(clinician, patient)).toEqual(['identity', 'patient_alerts', 'summary']);
    const coach = await newMember(deployment.server(), 'coach');
    expect(await who(coach)).toMatchObject(REASON_REQUIRED.json);
    const admin = await newMember(deployment.server(), 'administrator');
    expect(Object.keys((await who(admin)) as object).toSorted()).toEqual(['access', 'email', 'id', 'name']);
    expect(await kindsRead(admin, patient)).toEqual(['identity']);
  });

  test('the chart counts the periods of the current applicator user, and the list keeps all of them', async () => {
    const clinician = await newMember(deployment.server(), 'clinician');
    const patient = await deployment.patient();
    const log = (daysAgo: number) =>
      sql(
        `insert into public.periods (user_id, day, kind) values ($1, current_date - $2::integer, 'period')`,
        [patient.id, daysAgo],
      );
    const chart = async () => {
      const record = await open(clinician, patient);
      if (record.access !== 'record') throw new Error('The record is closed.');
      return { drawn: record.cycle.periods.length, listed: record.timeline.length };
    };
    await log(40);
    await log(12);
    expect(await chart()).toEqual({ drawn: 2, listed: 2 });
    await sql(
      `insert into public.applicator_agreements (user_id, person, name, agreed, words_version)
       values ($1, 'surrogate', 'Robin Vale', true, '1')`,
      [patient.id],
    );
    expect(await chart()).toEqual({ drawn: 0, listed: 2 });
    await log(0);
    expect(await chart()).toEqual({ drawn: 1, listed: 3 });
  });

  test('another coach’s patient requires a reason, and then opens', async () => {
    const coach = await newMember(deployment.server(), 'coach');
    const patient = await patientWith('mark');
    expect(await ask(coach, patient.id)).toMatchObject(REASON_REQUIRED);
    expect(await kindsRead(coach, patient)).toEqual([]);
    await sql(
      `insert into public.record_openings (user_id, person_id, category, words) values ($1, $2, 'patient-asked', 'By phone')`,
      [patient.id, coach.person],
    );
    expect(await open(coach, patient)).toMatchObject({
      access: 'record',
      profile: { openedFor: 'patient-asked', isAnotherCoachs: true, coach: { name: 'Robin' } },
    });
  });

  test('a coach opens the patient of their own call', async () => {
    const coach = await newMember(deployment.server(), 'coach');
    const patient = await patientWith('mark');
    const { typeId, slug } = await aClinic(deployment.server().database);
    const clinic = { typeId, slug, hostIds: [coach.person] };
    await keepCall(deployment.server().database, patient, { clinic, startsAt: daysAhead(9, '10:00') });
    expect(await open(coach, patient)).toMatchObject({
      access: 'record',
      profile: { timeZone: null, openedFor: null },
    });
  });

  test('the local time is where the patient’s browser was, and never guessed from a test or a booking', async () => {
    const clinician = await newMember(deployment.server(), 'clinician');
    const patient = await patientWith('mark');
    const zone = async () => {
      const record = await open(clinician, patient);
      return record.access === 'record' && record.profile.timeZone;
    };
    await sql(`update public.test_results set taken_zone = 'Asia/Tokyo' where user_id = $1`, [patient.id]);
    await sql(`update public.customers set time_zone = 'America/Denver' where user_id = $1`, [patient.id]);
    expect(await zone()).toBe('America/Denver');
    await sql('update public.customers set time_zone = null where user_id = $1', [patient.id]);
    expect(await zone()).toBeNull();
  });

  test('a call is in the timeline with its outcome', async () => {
    const clinician = await newMember(deployment.server(), 'clinician');
    const patient = await patientWith('mark');
    const callOf = async () => {
      const record = await open(clinician, patient);
      return record.access === 'record' && record.timeline.find(({ kind }) => kind === 'call')?.text;
    };
    expect(await callOf()).toBe('Booked');
    await sql(
      `update public.appointments set outcome = 'took-place', outcome_at = now() where user_id = $1`,
      [patient.id],
    );
    expect(await callOf()).toBe('Completed');
  });

  test('an administrator gets the administrative part, and nothing about health in any words', async () => {
    const admin = await newMember(deployment.server(), 'administrator');
    const patient = await patientWith('unmistakable');
    await sql(
      `update public.customers set customer_last_name = 'Berg', tracking_url = 'https://post.example/1',
         shipping_line1 = '350 Fifth Avenue', shipping_line2 = null, shipping_city = 'New York', preferred_name = 'Tess', pronouns = 'she/her' where user_id = $1`,
      [patient.id],
    );
    const { json } = await ask(admin, patient.id);
    const record = TeamPatientAnswer.parse(json);
    expect(record).toMatchObject({
      access: 'administration',
      administration: { kit: { trackingUrl: 'https://post.example/1' }, delivery: 'waiting' },
      mails: [{ channel: 'email', state: 'waiting' }],
      // Lengths are scheduling, not health.
      calls: [{ status: 'booked', endsAt: expect.any(String) as string }],
    });
    expect(JSON.stringify(json)).not.toMatch(
      /unmistakable|A call|stage|phase|questionnaire|timeline|result|care/i,
    );
    expect(await kindsRead(admin, patient)).toEqual([
      'call_times',
      'consents',
      'contact',
      'identity',
      'kit',
      'mails',
    ]);
  });

  test('without both consents a patient is only an address and a name, and a stranger is no one', async () => {
    const newcomer = await deployment.patient({ consent: false });
    for (const role of ['coach', 'clinician', 'administrator'] as const) {
      const member = await newMember(deployment.server(), role);
      const record = await open(member, newcomer);
      expect(Object.keys(record).sort()).toEqual(['access', 'email', 'id', 'name']);
      expect(await kindsRead(member, newcomer)).toEqual(['identity']);
      expect(await ask(member, crypto.randomUUID())).toMatchObject(NOT_ALLOWED);
      expect((await ask(member, '7')).status).toBe(400);
    }
  });
});

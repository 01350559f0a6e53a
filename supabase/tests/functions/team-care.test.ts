import { expect } from 'vitest';
import { addDays } from '../../../domain/time/day.ts';
import { localDate } from '../../../domain/time/local.ts';
import { beginCycle, type Patient } from '../../../server/testing/patient.ts';
import { newMember, type Member } from '../../../server/testing/team.ts';
import { aClinic } from './testing/clinic.ts';
import { inBothDeployments, test } from './testing/deployments.ts';

const NOT_ALLOWED = { status: 403, json: { code: 'not_allowed' } };
const CHANGED = { status: 409, json: { code: 'changed_meanwhile' } };
const daysAgo = (days: number) => addDays(localDate(Date.now(), 'UTC'), -days);

inBothDeployments('team-care', (deployment) => {
  const sql = async (text: string, values: unknown[] = []) =>
    (await deployment.server().database.query(text, values)).rows;
  const act = ({ token }: Member, body: object, key?: string) =>
    deployment.call({ token, body, ...(key && { headers: { 'Idempotency-Key': key } }) });
  const member = (role: 'coach' | 'clinician' | 'administrator') => newMember(deployment.server(), role);
  const coachOf = async ({ id }: Patient) =>
    (await sql('select coach_id from public.coach_assignments where user_id = $1', [id]))[0]?.['coach_id'] ??
    null;

  test('one patient or several are assigned, once for each request, and unassigned again', async () => {
    const [clinician, coach] = [await member('clinician'), await member('coach')];
    const [ann, bea] = [await deployment.patient(), await deployment.patient()];
    const ids = [ann.id, bea.id];
    expect(await act(clinician, { action: 'assign', id: ann.id, coach: coach.person })).toMatchObject({
      status: 200,
      json: { ids: [ann.id] },
    });
    const key = crypto.randomUUID();
    const several = { action: 'assign', ids, coach: coach.person };
    const [first, second] = [await act(clinician, several, key), await act(clinician, several, key)];
    expect([first.status, second.json]).toEqual([200, first.json]);
    expect([await coachOf(ann), await coachOf(bea)]).toEqual([coach.person, coach.person]);
    expect(
      await sql(
        `select actor_name from public.audit_log where kind = 'coach_assignments' and subject_id = any ($1)`,
        [ids],
      ),
    ).toEqual([{ actor_name: 'The clinician' }, { actor_name: 'The clinician' }]);
    await act(coach, { action: 'assign', ids, coach: null });
    expect([await coachOf(ann), await coachOf(bea)]).toEqual([null, null]);
  });

  test('a staff note, a contact and an alert are in the record, and the portal shows none of them', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const done = async (body: object) =>
      expect(await act(coach, { id: patient.id, ...body })).toMatchObject({ status: 200 });
    await done({ action: 'staff-note', words: 'Partner travels in May' });
    await done({ action: 'alert', words: 'Needs an interpreter' });
    await done({
      action: 'contact',
      how: 'phone',
      direction: 'incoming',
      result: 'spoke',
      words: 'Asked about timing',
    });
    const of = { user_id: patient.id };
    for (const table of ['staff_notes', 'patient_alerts', 'follow_ups', 'patient_contacts'])
      expect((await patient.client.from(table).select('*').match(of)).data, table).toBeNull();
    const [contact] = await sql('select * from public.patient_contacts where user_id = $1', [patient.id]);
    expect(contact).toMatchObject({ direction: 'incoming', result: 'spoke', person_name: 'The coach' });
    const [alert] = await sql('select id from public.patient_alerts where user_id = $1', [patient.id]);
    await done({ action: 'remove-alert', alert: alert!['id'] });
    expect(await act(coach, { action: 'remove-alert', id: patient.id, alert: alert!['id'] })).toMatchObject(
      CHANGED,
    );
    expect(
      await act(await member('administrator'), { action: 'staff-note', id: patient.id, words: 'a' }),
    ).toMatchObject(NOT_ALLOWED);
    expect(await act(coach, { action: 'alert', id: patient.id, words: 'a'.repeat(121) })).toMatchObject({
      status: 400,
    });
  });

  test('only its author undoes a contact or a staff note, for a day', async () => {
    const [coach, other, patient] = [
      await member('coach'),
      await member('clinician'),
      await deployment.patient(),
    ];
    await act(coach, { action: 'contact', id: patient.id, how: 'text', words: 'Wrong record' });
    await act(coach, { action: 'staff-note', id: patient.id, words: 'Wrong record' });
    const ids = await sql(
      `select id from public.patient_contacts where user_id = $1 union all select id from public.staff_notes where user_id = $1`,
      [patient.id],
    );
    for (const { id: entry } of ids) {
      const undo = { action: 'undo-entry', id: patient.id, entry };
      expect(await act(other, undo)).toMatchObject(CHANGED);
      expect((await act(coach, undo)).status).toBe(200);
      expect(await act(coach, undo)).toMatchObject(CHANGED);
    }
    await act(coach, { action: 'staff-note', id: patient.id, words: 'Stays' });
    await sql(`update public.staff_notes set written_at = now() - interval '25 hours' where user_id = $1`, [
      patient.id,
    ]);
    const [old] = await sql('select id from public.staff_notes where user_id = $1 and withdrawn_at is null', [
      patient.id,
    ]);
    expect(await act(coach, { action: 'undo-entry', id: patient.id, entry: old!['id'] })).toMatchObject(
      CHANGED,
    );
  });

  test('a follow-up opens the record to the colleague while it is open, and only those caring for the patient can create one', async () => {
    const [own, colleague, stranger, patient] = [
      await member('coach'),
      await member('coach'),
      await member('coach'),
      await deployment.patient(),
    ];
    await act(own, { action: 'assign', id: patient.id, coach: own.person });
    const note = { action: 'staff-note', id: patient.id, words: 'Called, all well' };
    const reason = { status: 403, json: { code: 'reason_required' } };
    expect(await act(colleague, note)).toMatchObject(reason);
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const followUp = { action: 'follow-up', id: patient.id, at, words: 'Please call', to: colleague.person };
    expect(await act(stranger, followUp)).toMatchObject(reason);
    expect((await act(own, followUp)).status).toBe(200);
    expect((await act(colleague, note)).status).toBe(200);
    // Someone with access only through the follow-up can't hand it to anyone else.
    expect(await act(colleague, { ...followUp, to: stranger.person })).toMatchObject(NOT_ALLOWED);
    await sql(
      `insert into public.attention_decisions (key, version, user_id, decision, outcome, person_id, person_name, person_role)
       select 'follow-up:' || id, 1, user_id, 'done', 'spoke', to_id, 'The coach', 'coach' from public.follow_ups where user_id = $1`,
      [patient.id],
    );
    expect(await act(colleague, note)).toMatchObject(reason);
  });

  test('a coach who covers, or has a reason, asks a clinician to follow up, and no other coach', async () => {
    const [own, covering, third, clinician, patient] = [
      await member('coach'),
      await member('coach'),
      await member('coach'),
      await member('clinician'),
      await deployment.patient(),
    ];
    await act(own, { action: 'assign', id: patient.id, coach: own.person });
    await sql(
      `insert into public.absences (host_id, starts_at, ends_at, covered_by)
       values ($1, now() - interval '1 day', now() + interval '1 day', $2)`,
      [own.person, covering.person],
    );
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const followUp = { action: 'follow-up', id: patient.id, at, words: 'Please call' };
    expect(await act(covering, { ...followUp, to: third.person })).toMatchObject(NOT_ALLOWED);
    expect((await act(covering, { ...followUp, to: clinician.person })).status).toBe(200);
    expect(await sql('select to_id from public.follow_ups where user_id = $1', [patient.id])).toEqual([
      { to_id: clinician.person },
    ]);
  });

  test('a patient’s time zone is a place, however it is written, and nothing else', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const set = (zone: string) => act(coach, { action: 'set-time-zone', id: patient.id, zone });
    for (const zone of ['Mars/Base', 'Etc/GMT+15', 'Factory', 'utc+5'])
      expect(await set(zone), zone).toMatchObject({ status: 400, json: { code: 'invalid_input' } });
    expect((await set('utc')).status).toBe(200);
    expect(await set('Europe/Paris')).toMatchObject(CHANGED);
  });

  test.each([
    ['a contact in the future', { action: 'contact', how: 'phone' }, 1 / 24],
    ['a contact of years ago', { action: 'contact', how: 'phone' }, -367],
    ['a follow-up in the past', { action: 'follow-up' }, -2],
    ['a follow-up in years', { action: 'follow-up' }, 367],
  ])('%s is refused', async (_name, body, days) => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const at = new Date(Date.now() + days * 86_400_000).toISOString();
    expect(await act(coach, { id: patient.id, words: 'We talked.', ...body, at })).toMatchObject({
      status: 400,
      json: { code: 'invalid_input', message: expect.stringContaining('at: ') as string },
    });
  });

  test('a call with a patient does not allow assigning them', async () => {
    const [own, host] = [await member('coach'), await member('coach')];
    const patient = await deployment.patient();
    await act(own, { action: 'assign', id: patient.id, coach: own.person });
    const clinic = await aClinic(deployment.server().database);
    await sql(
      `insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until)
       values ($1, $2, $3, now() + interval '1 hour', now() + interval '2 hours', now() + interval '2 hours')`,
      [patient.id, host.person, clinic.typeId],
    );
    // The call opens the record, as before.
    const contact = { action: 'contact', id: patient.id, how: 'phone', words: 'We talked.' };
    expect((await act(host, contact)).status).toBe(200);
    for (const coach of [host.person, null])
      expect(await act(host, { action: 'assign', id: patient.id, coach })).toMatchObject(NOT_ALLOWED);
  });

  test('either all of several are assigned or none, and only to a current coach', async () => {
    const [clinician, coach, other] = [
      await member('clinician'),
      await member('coach'),
      await member('coach'),
    ];
    const [patient, newcomer] = [await deployment.patient(), await deployment.patient({ consent: false })];
    const assign = (who: Member, ids: string[], to: string) => act(who, { action: 'assign', ids, coach: to });
    expect(await assign(clinician, [patient.id, newcomer.id], coach.person)).toMatchObject(NOT_ALLOWED);
    expect(await coachOf(patient)).toBeNull();
    for (const nobody of [clinician.person, crypto.randomUUID()])
      expect(await assign(clinician, [patient.id], nobody)).toMatchObject(CHANGED);
    await assign(coach, [patient.id], coach.person);
    expect(await assign(other, [patient.id], other.person)).toMatchObject({
      json: { code: 'reason_required' },
    });
    expect(await assign(await member('administrator'), [patient.id], coach.person)).toMatchObject(
      NOT_ALLOWED,
    );
  });

  test('a reason opens a colleague’s record for a while, and makes no one its coach', async () => {
    const [clinician, coach, other] = [
      await member('clinician'),
      await member('coach'),
      await member('coach'),
    ];
    const patient = await deployment.patient();
    const assign = (who: Member, to: string | null) =>
      act(who, { action: 'assign', id: patient.id, coach: to });
    await assign(coach, coach.person);
    await sql(
      `insert into public.record_openings (user_id, person_id, category, words) values ($1, $2, 'cover', 'Because')`,
      [patient.id, other.person],
    );
    for (const to of [other.person, null]) expect(await assign(other, to)).toMatchObject(NOT_ALLOWED);
    expect(await coachOf(patient)).toBe(coach.person);
    expect((await assign(clinician, other.person)).status).toBe(200);
    expect((await assign(other, null)).status).toBe(200);
  });

  test('a contact is recorded with its author', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    expect(
      (await act(coach, { action: 'contact', id: patient.id, how: 'phone', words: ' She is well. ' })).status,
    ).toBe(200);
    expect(
      await sql(
        'select how, words, person_name, person_role from public.patient_contacts where user_id = $1',
        [patient.id],
      ),
    ).toEqual([{ how: 'phone', words: 'She is well.', person_name: 'The coach', person_role: 'coach' }]);
  });

  test('a period logged for a patient counts in the cycle, says who logged it, and can be undone', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const log = { action: 'log', id: patient.id, type: 'period', kind: 'period', day: daysAgo(2) };
    expect((await act(coach, log)).status).toBe(200);
    // Repeating the request returns the existing one.
    expect((await act(coach, log)).status).toBe(200);
    const read = () =>
      patient.client.from('periods').select('id,day,kind,logged_by_name').is('withdrawn_at', null);
    const { data } = await read();
    expect(data).toMatchObject([{ day: daysAgo(2), kind: 'period', logged_by_name: 'The coach' }]);
    const cycle = (await patient.client.rpc('own_cycle')).data as { periods: object[] };
    expect(cycle.periods).toHaveLength(1);
    const undo = { action: 'undo-entry', id: patient.id, entry: data![0]!.id as string };
    expect((await act(await member('clinician'), undo)).status).toBe(200);
    expect((await read()).data).toEqual([]);
    for (const ahead of [1, 3])
      expect(await act(coach, { ...log, day: daysAgo(-ahead) }), String(ahead)).toMatchObject({
        status: 400,
      });
    expect(await act(await member('administrator'), log)).toMatchObject(NOT_ALLOWED);
  });

  test('no period is logged for someone else’s body before they have agreed', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    await sql(
      `insert into public.applicator_agreements (user_id, person, name, agreed, words_version) values ($1, 'partner', 'Kim', false, '1')`,
      [patient.id],
    );
    const log = { action: 'log', id: patient.id, type: 'period', kind: 'period', day: daysAgo(2) };
    expect(await act(coach, log)).toMatchObject(CHANGED);
  });

  test('an applicator use and symptoms are logged as the patient would, and undone by their author within a day', async () => {
    const [coach, other, patient] = [
      await member('coach'),
      await member('clinician'),
      await deployment.patient(),
    ];
    await beginCycle(deployment.server(), patient, 2);
    const log = (body: object) => act(coach, { action: 'log', id: patient.id, day: daysAgo(0), ...body });
    expect((await log({ type: 'applicator', feedback: 'Found it difficult', words: 'It hurt' })).status).toBe(
      200,
    );
    expect(await log({ type: 'applicator', cycle: 3 })).toMatchObject({ status: 400 });
    const symptoms = { type: 'symptoms', signs: ['pain', 'bleeding'], words: 'Since last night' };
    expect((await log({ ...symptoms, strength: 'strong' })).status).toBe(200);
    expect((await log({ ...symptoms, strength: 'mild' })).status).toBe(200);
    expect((await log({ ...symptoms, strength: 'mild', words: 'Fainted at work' })).status).toBe(200);
    const surveys = await sql(
      'select id, cycle_number, answers, logged_by_name from public.survey_responses where user_id = $1',
      [patient.id],
    );
    expect(surveys).toMatchObject([
      {
        cycle_number: 2,
        answers: [daysAgo(0), '2', null, null, null, null, 'Found it difficult', 'It hurt'],
        logged_by_name: 'The coach',
      },
    ]);
    const reports = await sql(
      'select id, urgent, since::text, logged_by_role from public.symptom_reports where user_id = $1 order by urgent',
      [patient.id],
    );
    expect(reports).toMatchObject([
      { urgent: false, since: daysAgo(0), logged_by_role: 'coach' },
      { urgent: true },
      { urgent: true },
    ]);
    for (const { id: entry } of [...surveys, ...reports]) {
      const undo = { action: 'undo-entry', id: patient.id, entry };
      expect(await act(other, undo)).toMatchObject(CHANGED);
      expect((await act(coach, undo)).status).toBe(200);
    }
    expect(await sql('select from public.symptom_reports where user_id = $1', [patient.id])).toEqual([]);
  });

  test('a phase is completed in order and reopened with what follows; a positive test keeps its own', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    await sql(
      `insert into public.completed_phases (user_id, phase_id, stage_number)
       select $1, phase_id, stage_number from public.journey_phases where stage_number < 3`,
      [patient.id],
    );
    const step = (action: string, phase: string, cycle: number | null = 1) =>
      act(coach, { action, id: patient.id, phase, cycle });
    const completed = () =>
      sql(
        `select phase_id, logged_by_name from public.completed_phases where user_id = $1 and cycle_number = 1 order by completed_at`,
        [patient.id],
      );
    expect(await step('complete-phase', 'applicators')).toMatchObject(CHANGED);
    expect((await step('complete-phase', 'ovulation')).status).toBe(200);
    expect(await step('complete-phase', 'ovulation')).toMatchObject(CHANGED);
    expect((await step('complete-phase', 'abstinence')).status).toBe(200);
    expect(await completed()).toEqual([
      { phase_id: 'ovulation', logged_by_name: 'The coach' },
      { phase_id: 'abstinence', logged_by_name: 'The coach' },
    ]);
    expect((await step('reopen-phase', 'ovulation')).status).toBe(200);
    expect(await completed()).toEqual([]);
    expect(await step('reopen-phase', 'ovulation')).toMatchObject(CHANGED);
    await act(coach, { action: 'pause', id: patient.id });
    expect(await step('complete-phase', 'ovulation')).toMatchObject(CHANGED);
    await act(coach, { action: 'resume', id: patient.id });
    await act(coach, {
      action: 'log',
      id: patient.id,
      type: 'pregnancy',
      result: 'positive',
      day: daysAgo(0),
    });
    expect(await step('reopen-phase', 'ovulation')).toMatchObject(CHANGED);
    expect(
      await act(await member('administrator'), {
        action: 'complete-phase',
        id: patient.id,
        phase: 'ovulation',
        cycle: 1,
      }),
    ).toMatchObject(NOT_ALLOWED);
  });

  test('printing leaves a line in the access log, and only someone who may open the record can print it', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    expect((await act(coach, { action: 'print', id: patient.id })).status).toBe(200);
    const printed = `select action, actor_name from public.audit_log where kind = 'printed_record' and subject_id = $1`;
    expect(await sql(printed, [patient.id])).toEqual([{ action: 'read', actor_name: 'The coach' }]);
    expect(await act(await member('administrator'), { action: 'print', id: patient.id })).toMatchObject(
      NOT_ALLOWED,
    );
    expect(await sql(printed, [patient.id])).toHaveLength(1);
  });

  test('a result logged for a patient says who logged it, and means the same otherwise', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    await beginCycle(deployment.server(), patient, 2);
    const log = (type: string, result: string, day: string) =>
      act(coach, { action: 'log', id: patient.id, type, result, day });
    expect((await log('ovulation', 'Invalid', daysAgo(3))).status).toBe(200);
    expect((await log('pregnancy', 'negative', daysAgo(2))).status).toBe(200);
    expect((await log('pregnancy', 'positive', daysAgo(0))).status).toBe(200);
    const marked = { logged_by: coach.person, logged_by_name: 'The coach', logged_by_role: 'coach' };
    expect(
      await sql(
        `select result, cycle_number, (taken_at at time zone 'UTC')::date::text as day, logged_by, logged_by_name, logged_by_role
         from public.test_results where user_id = $1 order by taken_at`,
        [patient.id],
      ),
    ).toEqual([
      { result: 'Invalid', cycle_number: null, day: daysAgo(3), ...marked },
      { result: 'negative', cycle_number: 2, day: daysAgo(2), ...marked },
      { result: 'positive', cycle_number: 2, day: daysAgo(0), ...marked },
    ]);
    expect(await sql('select status from public.customers where user_id = $1', [patient.id])).toEqual([
      { status: 'Pregnant' },
    ]);
    const lines = await sql(
      `select distinct actor_name from public.audit_log where subject_id = $1 and kind = 'test_results' and action = 'insert'`,
      [patient.id],
    );
    expect(lines).toEqual([{ actor_name: 'The coach' }]);
    // The patient's own entry can't be undone by anyone else.
    await sql(
      `insert into public.test_results (user_id, result_type, result, taken_at) values ($1, 'ovulation', 'Invalid', now())`,
      [patient.id],
    );
    expect(
      await sql('select from public.test_results where user_id = $1 and logged_by is null', [patient.id]),
    ).toHaveLength(1);
  });

  test('the kit is requested once, and not when it is on its way', async () => {
    const [coach, clinician] = [await member('coach'), await member('clinician')];
    const [patient, served] = [await deployment.patient(), await deployment.patient()];
    const ask = (who: Member, { id }: Patient) => act(who, { action: 'send-kit', id });
    expect((await ask(coach, patient)).status).toBe(200);
    expect(await ask(clinician, patient)).toMatchObject(CHANGED);
    await sql(`update public.customers set tracking_url = 'https://post.example/1' where user_id = $1`, [
      served.id,
    ]);
    expect(await ask(coach, served)).toMatchObject(CHANGED);
    expect(await sql('select person_name from public.kit_requests where user_id = $1', [patient.id])).toEqual(
      [{ person_name: 'The coach' }],
    );
  });

  test.each([
    [{ action: 'log', type: 'ovulation', result: 'positive', day: daysAgo(1) }],
    [{ action: 'log', type: 'pregnancy', result: 'positive', day: daysAgo(-3) }],
    [{ action: 'log', type: 'pregnancy', result: 'positive', day: daysAgo(400) }],
    [{ action: 'contact', how: 'pigeon', words: 'Coo' }],
    [{ action: 'contact', how: 'phone', words: ' ' }],
    [{ action: 'assign' }],
    [{ action: 'assign', ids: [], coach: null, id: undefined }],
    [{ action: 'delete' }],
  ])('%j is refused', async (body) => {
    const [coach, { id }] = [await member('coach'), await deployment.patient()];
    expect(await act(coach, { id, ...body })).toMatchObject({ status: 400, json: { code: 'invalid_input' } });
  });

  test('no one acts on a patient they may not open', async () => {
    const [coach, newcomer] = [await member('coach'), await deployment.patient({ consent: false })];
    for (const body of [
      { action: 'contact', how: 'phone', words: 'A' },
      { action: 'log', type: 'ovulation', result: 'Invalid', day: daysAgo(1) },
      { action: 'send-kit' },
    ])
      for (const id of [newcomer.id, crypto.randomUUID()])
        expect(await act(coach, { id, ...body })).toMatchObject(NOT_ALLOWED);
  });
});

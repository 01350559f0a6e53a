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

  test('one and several are assigned, once for each request, and given back to everybody', async () => {
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

  test('a call with a patient makes nobody theirs to assign', async () => {
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

  test('of several all are assigned or none, and only to a coach who is there', async () => {
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

  test('a reason opens a colleague’s record for a while, and makes nobody its coach', async () => {
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

  test('a contact is written down with who it was', async () => {
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

  test('a result that is logged for a patient says who logged it, and means what it would mean otherwise', async () => {
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
    // What the patient logs is nobody else's.
    await sql(
      `insert into public.test_results (user_id, result_type, result, taken_at) values ($1, 'ovulation', 'Invalid', now())`,
      [patient.id],
    );
    expect(
      await sql('select from public.test_results where user_id = $1 and logged_by is null', [patient.id]),
    ).toHaveLength(1);
  });

  test('the kit is asked for once, and not when it is on its way', async () => {
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

  test('nobody acts on whom they may not open', async () => {
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

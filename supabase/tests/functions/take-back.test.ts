import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { signOut, type Patient } from '../../../server/testing/patient.ts';
import { accessTests } from './testing/access-tests.ts';
import { type Deployment, inBothDeployments, test } from './testing/deployments.ts';
import { badInputTests, refused } from './testing/submissions.ts';

/** An event as it would look some time later. */
async function eventOf(
  deployment: Deployment,
  { id }: Patient,
  kind: string,
  age = '0 hours',
): Promise<string> {
  const { rows } = await deployment.server().database.query<{ id: string }>(
    `insert into public.outcome_events (user_id, kind, day, cycle, created_at)
     values ($1, $2, current_date, 1, now() - $3::interval) returning id`,
    [id, kind, age],
  );
  return rows[0]!.id;
}

const takeBack = (deployment: Deployment, { token }: Patient, id: string) =>
  deployment.call({ body: { kind: 'outcome', id }, token });

const NOT_HERE = { code: 'not_now', message: 'You can’t undo this here. Please ask your care team.' };

inBothDeployments('take-back', (deployment) => {
  test('a loss is undone once, and everything is restored', async () => {
    const patient = await deployment.patient();
    const { database } = deployment.server();
    const status = async () =>
      (await database.query('select status from public.customers where user_id = $1', [patient.id])).rows[0]!;
    await database.query(
      `insert into public.test_results (user_id, result_type, result, cycle_number, taken_at)
       values ($1, 'PREGNANCY', 'positive', 1, now() - interval '2 days')`,
      [patient.id],
    );
    const loss = await eventOf(deployment, patient, 'loss');
    expect(await status()).toEqual({ status: 'Paused' });
    const answers = [await takeBack(deployment, patient, loss), await takeBack(deployment, patient, loss)];
    expect(answers).toMatchObject([
      { status: 200, json: { careState: 'pregnant' } },
      { status: 200, json: { careState: 'pregnant' } },
    ]);
    expect(await status()).toEqual({ status: 'Pregnant' });
  });

  test.each([
    ['23 hours 59 minutes', 200],
    ['24 hours 1 minute', 409],
  ])('after %s: %i', async (age, status) => {
    const patient = await deployment.patient();
    const loss = await eventOf(deployment, patient, 'loss', age);
    expect((await takeBack(deployment, patient, loss)).status).toBe(status);
  });

  test('a pause cannot be undone here', async () => {
    const patient = await deployment.patient();
    const event = await eventOf(deployment, patient, 'pause');
    expect(await takeBack(deployment, patient, event)).toMatchObject({ status: 409, json: NOT_HERE });
  });

  test.each([
    ['23 hours 59 minutes', 200, 'Active'],
    ['24 hours 1 minute', 409, 'Withdrawn'],
  ])('a stop of %s ago: %i', async (age, status, left) => {
    const patient = await deployment.patient();
    const stop = await eventOf(deployment, patient, 'stop', age);
    expect((await takeBack(deployment, patient, stop)).status).toBe(status);
    expect(await deployment.rows('customers', patient)).toMatchObject([{ status: left }]);
  });

  test('an undone stop brings back the state before it, with the reminders, and both acts are in the log', async () => {
    const patient = await deployment.patient();
    const { database } = deployment.server();
    await eventOf(deployment, patient, 'pause', '2 hours');
    await database.query(`update public.customers set testing_reminders = true where user_id = $1`, [
      patient.id,
    ]);
    const stop = await eventOf(deployment, patient, 'stop', '1 hour');
    await database.query(
      `update private.cycle_reminder_looks set look_after = now() + interval '20 hours' where user_id = $1`,
      [patient.id],
    );
    const answers = [await takeBack(deployment, patient, stop), await takeBack(deployment, patient, stop)];
    expect(answers).toMatchObject([
      { status: 200, json: { careState: 'paused' } },
      { status: 200, json: { careState: 'paused' } },
    ]);
    const { rows } = await database.query(
      `select testing_reminders, look_after <= now() as "isLookedAt" from public.customers
       join private.cycle_reminder_looks using (user_id) where user_id = $1`,
      [patient.id],
    );
    expect(rows).toEqual([{ testing_reminders: true, isLookedAt: true }]);
    const { rows: log } = await database.query(
      `select action from public.audit_log where subject_id = $1 and kind = 'outcome_events' order by id`,
      [patient.id],
    );
    expect(log.map(({ action }) => action)).toEqual(['insert', 'insert', 'update']);
  });

  test('a stop stays once something else has happened: a positive test, or the care team', async () => {
    const [tested, resumed] = [await deployment.patient(), await deployment.patient()];
    const { database } = deployment.server();
    const stops = [
      await eventOf(deployment, tested, 'stop', '1 hour'),
      await eventOf(deployment, resumed, 'stop', '1 hour'),
    ];
    await database.query(
      `insert into public.test_results (user_id, result_type, result, cycle_number, taken_at)
       values ($1, 'PREGNANCY', 'positive', 1, now())`,
      [tested.id],
    );
    await eventOf(deployment, resumed, 'resume');
    expect(await takeBack(deployment, tested, stops[0]!)).toMatchObject({ status: 409, json: NOT_HERE });
    expect(await takeBack(deployment, resumed, stops[1]!)).toMatchObject({ status: 409, json: NOT_HERE });
  });

  test('only the care team can undo what it recorded', async () => {
    const patient = await deployment.patient();
    const loss = await eventOf(deployment, patient, 'loss');
    await deployment.server().database.query(
      `with person as (insert into public.care_team (name, role, email, time_zone)
         values ('Robin', 'coach', $2, 'UTC') returning id)
       update public.outcome_events set recorded_by = person.id from person where outcome_events.id = $1`,
      [loss, `${randomUUID()}@clinic.example`],
    );
    expect(await takeBack(deployment, patient, loss)).toMatchObject({ status: 409, json: NOT_HERE });
  });

  test('no one undoes another person’s entry, or a missing one', async () => {
    const [patient, other] = [await deployment.patient(), await deployment.patient()];
    for (const id of [await eventOf(deployment, other, 'loss'), randomUUID()]) {
      expect(await takeBack(deployment, patient, id)).toMatchObject({
        status: 404,
        json: { code: 'unknown_outcome' },
      });
    }
    expect(await deployment.rows('outcome_events', other)).toMatchObject([{ withdrawn_at: null }]);
  });

  test('a period can be undone, whenever the mistake is noticed, and by no one else', async () => {
    const [patient, other] = [await deployment.patient(), await deployment.patient()];
    const { rows } = await deployment.server().database.query<{ id: string }>(
      `insert into public.periods (user_id, day, kind, created_at)
       values ($1, current_date - 40, 'period', now() - interval '40 days') returning id`,
      [patient.id],
    );
    const body = { kind: 'period', id: rows[0]!.id };
    expect(await deployment.call({ body, token: other.token })).toMatchObject({
      status: 404,
      json: { code: 'unknown_outcome' },
    });
    expect(await deployment.rows('periods', patient)).toMatchObject([{ withdrawn_at: null }]);
    await deployment.call({ body, token: patient.token });
    const [first] = await deployment.rows<{ withdrawn_at: string }>('periods', patient);
    expect(first!.withdrawn_at).not.toBeNull();
    expect(await deployment.call({ body, token: patient.token })).toMatchObject({
      status: 200,
      json: { careState: 'treatment' },
    });
    expect(await deployment.rows('periods', patient)).toEqual([first]);
  });

  badInputTests(deployment, [
    refused({}, 'kind: Please select what to undo'),
    refused({ kind: 'outcome', id: '7' }, 'id: Please select what to undo'),
  ]);
  accessTests(deployment, { method: 'POST', body: { kind: 'outcome', id: randomUUID() } });

  test('without consent, or signed out, nothing can be undone', async () => {
    const newcomer = await deployment.patient({ consent: false });
    expect(await takeBack(deployment, newcomer, randomUUID())).toMatchObject({
      status: 403,
      json: { code: 'consent_required' },
    });
    const patient = await deployment.patient();
    await signOut(deployment.server(), patient);
    expect((await takeBack(deployment, patient, randomUUID())).status).toBe(401);
  });
});

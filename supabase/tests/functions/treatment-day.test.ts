import { expect, test } from 'vitest';
import { TreatmentDayTimers } from '../../../domain/contracts/treatment-day.ts';
import { DAY, isoFromInstant, MINUTE } from '../../../domain/time/instant.ts';
import type { SafetyAnswers } from '../../../domain/safety/outcome.ts';
import type { TreatmentDayAction } from '../../../domain/treatment-day/events.ts';
import type { Patient } from '../../../server/testing/patient.ts';
import { inBothDeployments, type Deployment } from './testing/deployments.ts';
import { clearChecks, logPeak, NO_ON_PEAK_DAY, NO_TO_ALL } from './testing/safety.ts';
import { badInputTests, refused, submissionTests } from './testing/submissions.ts';

const minutesAgo = (minutes: number) => isoFromInstant(Date.now() - minutes * MINUTE);
const now = () => minutesAgo(0);

/** Stored as the function would: this file calls another one. */
const check = (
  { server }: Deployment,
  { id }: Patient,
  outcome: string,
  answers: SafetyAnswers,
  peak = false,
) =>
  server().database.query(
    `insert into public.safety_checks (user_id, cycle, answers, outcome, reasons, peak_day)
     values ($1, 1, $2, $3, '{}', case when $4 then (now() at time zone 'UTC')::date end)`,
    [id, answers, outcome, peak],
  );

inBothDeployments('treatment-day', (deployment) => {
  const tell = ({ token }: Patient, action: TreatmentDayAction, at: string) =>
    deployment.call({ body: { action, at }, token });
  const timers = async ({ token }: Patient) =>
    TreatmentDayTimers.parse((await deployment.call({ method: 'GET', token })).json);

  test('what one device tells, another one is shown', async () => {
    const [patient, stranger] = [await deployment.patient(), await deployment.patient()];
    await check(deployment, patient, 'ready', NO_TO_ALL);
    const nothing = { sampleCollectedAt: null, capInsertedAt: null, capRemovedAt: null };
    expect(await timers(patient)).toEqual(nothing);
    const [sample, capIn, capOut] = [now(), now(), now()];
    expect(await tell(patient, 'sample', sample)).toMatchObject({
      status: 200,
      json: { action: 'sample', at: sample },
    });
    await tell(patient, 'cap-in', capIn);
    expect(await timers(patient)).toEqual({ ...nothing, sampleCollectedAt: sample, capInsertedAt: capIn });
    await tell(patient, 'cap-out', capOut);
    expect(await timers(patient)).toMatchObject({ capRemovedAt: capOut });
    expect(await timers(stranger)).toEqual(nothing);
    const { data } = await patient.client.from('treatment_day_timers').select('action').order('created_at');
    expect(data).toEqual([{ action: 'sample' }, { action: 'cap-in' }, { action: 'cap-out' }]);
  });

  test('without a check the sample’s timer does not start, and everything else is noted', async () => {
    const patient = await deployment.patient();
    expect(await tell(patient, 'sample', now())).toMatchObject({
      status: 409,
      json: { code: 'not_now', message: 'Please answer the safety check first.' },
    });
    expect((await tell(patient, 'sample', minutesAgo(29))).status).toBe(409);
    expect(await deployment.rows('treatment_day_timers', patient)).toEqual([]);
    expect((await tell(patient, 'cap-in', now())).status).toBe(200);
    expect((await tell(patient, 'cap-out', now())).status).toBe(200);
    // It has rested: that is no start, but what happened.
    expect((await tell(patient, 'sample', minutesAgo(31))).status).toBe(200);
  });

  test('an outcome for the clinician holds it back until they clear it, whatever is answered meanwhile', async () => {
    const patient = await deployment.patient();
    await check(deployment, patient, 'clinician', NO_TO_ALL);
    await check(deployment, patient, 'ready', NO_TO_ALL);
    expect(await tell(patient, 'sample', now())).toMatchObject({
      status: 409,
      json: { message: 'Please do not use an applicator until you have talked with your clinician.' },
    });
    expect((await tell(patient, 'cap-out', now())).status).toBe(200);
    await clearChecks(deployment, patient);
    expect((await tell(patient, 'sample', now())).status).toBe(200);
  });

  test('a timer that was started by mistake is taken back on every device, and nothing holds that back', async () => {
    const patient = await deployment.patient();
    const nothing = { sampleCollectedAt: null, capInsertedAt: null, capRemovedAt: null };
    await tell(patient, 'cap-in', minutesAgo(5));
    expect((await tell(patient, 'cap-reset', minutesAgo(4))).status).toBe(200);
    expect(await timers(patient)).toEqual(nothing);
    const again = minutesAgo(3);
    await tell(patient, 'cap-in', again);
    expect(await timers(patient)).toEqual({ ...nothing, capInsertedAt: again });
    await tell(patient, 'sample', minutesAgo(40));
    expect((await tell(patient, 'sample-reset', now())).status).toBe(200);
    expect(await timers(patient)).toMatchObject({ sampleCollectedAt: null });
  });

  test('two devices that start the same timer show the earlier start', async () => {
    const patient = await deployment.patient();
    const [earlier, later] = [minutesAgo(9), minutesAgo(7)];
    for (const at of [later, earlier]) await tell(patient, 'cap-in', at);
    expect(await timers(patient)).toMatchObject({ capInsertedAt: earlier });
  });

  test('on peak day the questions of that day come first', async () => {
    const patient = await deployment.patient();
    await check(deployment, patient, 'ready', NO_TO_ALL);
    await logPeak(deployment, patient);
    expect(await tell(patient, 'sample', now())).toMatchObject({
      status: 409,
      json: { message: 'Please answer today’s questions of the safety check first.' },
    });
    await check(deployment, patient, 'ready', NO_ON_PEAK_DAY, true);
    expect((await tell(patient, 'sample', now())).status).toBe(200);
  });

  test.each([
    [
      'a loss',
      `insert into public.outcome_events (user_id, kind, day, cycle) values ($1, 'loss', current_date, 1)`,
    ],
    [
      'a pregnancy',
      `insert into public.test_results (user_id, result_type, result, cycle_number, taken_at)
       values ($1, 'PREGNANCY', 'positive', 1, now())`,
    ],
    [
      'a report of symptoms',
      `insert into public.symptom_reports (user_id, signs, strength, since, urgent)
       values ($1, '{pain}', 'mild', current_date, false)`,
    ],
    [
      'the next cycle',
      `insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number) values ($1, 'testing', 3, 2)`,
    ],
  ])('after %s the check is void', async (_, statement) => {
    const patient = await deployment.patient();
    await check(deployment, patient, 'ready', NO_TO_ALL);
    await deployment.server().database.query(statement, [patient.id]);
    expect(await tell(patient, 'sample', now())).toMatchObject({
      status: 409,
      json: { message: 'Please answer the safety check first.' },
    });
    expect((await tell(patient, 'cap-out', now())).status).toBe(200);
  });

  test('a loss that was taken back voids nothing', async () => {
    const patient = await deployment.patient();
    await check(deployment, patient, 'ready', NO_TO_ALL);
    await deployment.server().database.query(
      `insert into public.outcome_events (user_id, kind, day, cycle, withdrawn_at)
       values ($1, 'loss', current_date, 1, now())`,
      [patient.id],
    );
    expect((await tell(patient, 'sample', now())).status).toBe(200);
  });

  test('the timers are for patients who have consented', async () => {
    const { token } = await deployment.patient({ consent: false });
    expect(await deployment.call({ method: 'GET', token })).toMatchObject({
      status: 403,
      json: { code: 'consent_required' },
    });
    expect((await deployment.call({ method: 'GET', token: null })).status).toBe(401);
  });

  badInputTests(deployment, [
    refused({ action: 'cap', at: now() }, 'action: Please choose sample, cap-in or cap-out'),
    refused({ action: 'cap-in' }, 'at: Please enter a date and time such as 2026-11-18T10:30:00Z'),
    refused({ action: 'cap-in', at: minutesAgo(-60) }, 'at: This cannot be in the future'),
    refused(
      { action: 'cap-in', at: isoFromInstant(Date.now() - 8 * DAY) },
      'at: This was more than 7 days ago',
    ),
  ]);
  const at = now();
  submissionTests(deployment, {
    table: 'treatment_day_timers',
    body: { action: 'cap-in', at },
    otherBody: { action: 'cap-out', at },
    isAlsoRead: true,
  });
});

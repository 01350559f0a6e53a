import { expect } from 'vitest';
import { TreatmentDayTimers } from '../../../domain/contracts/patient/treatment-day.ts';
import { addDays } from '../../../domain/time/day.ts';
import { DAY, isoFromInstant, MINUTE } from '../../../domain/time/instant.ts';
import type { SafetyAnswers } from '../../../domain/safety/safety-outcome.ts';
import type { TreatmentDayAction } from '../../../domain/treatment-day/events.ts';
import type { Patient } from '../../../server/testing/patient.ts';
import { type Deployment, inBothDeployments, test } from './testing/deployments.ts';
import {
  agree,
  AT_REST,
  clearChecks,
  logPeak,
  NO_ON_PEAK_DAY,
  NO_TO_ALL,
  ownBody,
  setUpFamily,
} from './testing/safety.ts';
import { badInputTests, refused, submissionTests } from './testing/submissions.ts';

const minutesAgo = (minutes: number) => isoFromInstant(Date.now() - minutes * MINUTE);
const now = () => minutesAgo(0);

/** Stored like the function does, because this file calls another one. */
const check = (
  { server }: Deployment,
  { id }: Patient,
  outcome: string,
  answers: SafetyAnswers,
  peak = false,
) =>
  server().database.query(
    `insert into public.safety_checks (user_id, cycle, answers, outcome, reasons, peak_day)
     values ($1, private.treatment_cycle($1), $2, $3, '{}', case when $4 then private.day_at(now(), private.known_zone($1)) end)`,
    [id, answers, outcome, peak],
  );

inBothDeployments('treatment-day', (deployment) => {
  const tell = ({ token }: Patient, action: TreatmentDayAction, at: string) =>
    deployment.call({ body: { action, at }, token });
  const timers = async ({ token }: Patient) =>
    TreatmentDayTimers.parse((await deployment.call({ method: 'GET', token })).json);

  test('what one device sends, another one shows', async () => {
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

  test('without a check the sample’s timer does not start, and everything else is recorded', async () => {
    const patient = await deployment.patient();
    expect(await tell(patient, 'sample', now())).toMatchObject({
      status: 409,
      json: { code: 'not_now', message: 'Please answer the safety check first.' },
    });
    expect((await tell(patient, 'sample', minutesAgo(29))).status).toBe(409);
    expect(await deployment.rows('treatment_day_timers', patient)).toEqual([]);
    expect((await tell(patient, 'cap-in', now())).status).toBe(200);
    expect((await tell(patient, 'cap-out', now())).status).toBe(200);
    // The sample has rested, so this records the past and starts nothing.
    expect((await tell(patient, 'sample', minutesAgo(31))).status).toBe(200);
  });

  test('an outcome for the clinician blocks it until they clear it, whatever is answered in the meantime', async () => {
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

  test('a timer started by mistake is undone on every device, and nothing blocks that', async () => {
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

  test('a cap entered again after a reset counts with its true time, even if entered offline', async () => {
    const patient = await deployment.patient();
    const enter = (action: TreatmentDayAction, at: number, reportedAt: number) =>
      deployment.call({
        body: { action, at: minutesAgo(at), reportedAt: minutesAgo(reportedAt) },
        token: patient.token,
      });
    const trueTime = minutesAgo(90);
    await enter('cap-in', 10, 10);
    await enter('cap-reset', 8, 8);
    await deployment.call({
      body: { action: 'cap-in', at: trueTime, reportedAt: minutesAgo(7) },
      token: patient.token,
    });
    expect(await timers(patient)).toMatchObject({ capInsertedAt: trueTime });
    // It arrives last, but was entered before the reset.
    await enter('cap-in', 100, 9);
    expect(await timers(patient)).toMatchObject({ capInsertedAt: trueTime });
  });

  test('nothing is reported in the future', async () => {
    const { token } = await deployment.patient();
    const body = { action: 'cap-in', at: now(), reportedAt: minutesAgo(-11) };
    expect(await deployment.call({ body, token })).toMatchObject({
      status: 400,
      json: { code: 'invalid_input', message: 'reportedAt: This cannot be in the future' },
    });
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
      json: { message: 'Please answer today’s safety check questions first.' },
    });
    await check(deployment, patient, 'ready', NO_ON_PEAK_DAY, true);
    expect((await tell(patient, 'sample', now())).status).toBe(200);
  });

  test.each(Object.entries(AT_REST))(
    '%s: no sample is started, whatever was answered, and events are recorded',
    async (_, statement) => {
      const patient = await deployment.patient();
      await check(deployment, patient, 'ready', NO_TO_ALL);
      await deployment.server().database.query(statement, [patient.id]);
      expect(await tell(patient, 'sample', now())).toMatchObject({
        status: 409,
        json: {
          code: 'not_now',
          message: 'The safety check is for treatment days. There’s nothing you need to do right now.',
        },
      });
      expect((await tell(patient, 'sample', minutesAgo(31))).status).toBe(200);
      expect((await tell(patient, 'cap-in', now())).status).toBe(200);
      expect((await tell(patient, 'cap-out', now())).status).toBe(200);
    },
  );

  test.each([
    [
      'a loss from which treatment goes on',
      `insert into public.outcome_events (user_id, kind, day, cycle, recorded_by_name)
       values ($1, 'loss', current_date, 1, null), ($1, 'resume', current_date, 1, null)`,
    ],
    [
      'a period',
      `insert into public.periods (user_id, day, kind) values ($1, (now() at time zone 'UTC')::date + 1, 'unsure')`,
    ],
    [
      'the end of the cycle, before a phase of the next is marked',
      `insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number)
       select $1, phase_id, 3, 1 from public.journey_phases where stage_number = 3`,
    ],
    [
      'somebody else uses the applicator',
      `insert into public.applicator_agreements (user_id, person, name, agreed, words_version)
       values ($1, 'partner', 'Robin Vale', true, '2026-11-16')`,
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

  test('a check is about one person, and counts again when that person does', async () => {
    const patient = await deployment.patient();
    await check(deployment, patient, 'ready', NO_TO_ALL);
    await agree(deployment, patient, true);
    expect((await tell(patient, 'sample', now())).status).toBe(409);
    await check(deployment, patient, 'ready', NO_TO_ALL);
    expect((await tell(patient, 'sample', now())).status).toBe(200);
    await agree(deployment, patient, true, 'Alex Moor');
    expect((await tell(patient, 'sample', now())).status).toBe(409);
    await ownBody(deployment, patient);
    expect((await tell(patient, 'sample', now())).status).toBe(200);
    // The earlier statement was about another arrangement once the questionnaire names a surrogate.
    await setUpFamily(deployment, patient, 'Single male with surrogate');
    expect((await tell(patient, 'sample', now())).status).toBe(409);
  });

  test('a check that a clinician has not cleared blocks the next applicator user too', async () => {
    const patient = await deployment.patient();
    await check(deployment, patient, 'stop', NO_TO_ALL);
    await agree(deployment, patient, true);
    await check(deployment, patient, 'ready', NO_TO_ALL);
    expect(await tell(patient, 'sample', now())).toMatchObject({
      status: 409,
      json: { message: 'Please do not use an applicator until you have talked with your clinician.' },
    });
    await clearChecks(deployment, patient);
    expect((await tell(patient, 'sample', now())).status).toBe(200);
  });

  test('symptoms reported while a cap is in leave its removal unchanged', async () => {
    const patient = await deployment.patient();
    const [capIn, capOut] = [minutesAgo(30), now()];
    await tell(patient, 'cap-in', capIn);
    await deployment.server().database.query(
      `insert into public.symptom_reports (user_id, signs, strength, since, urgent)
       values ($1, '{fever}', 'strong', current_date, true)`,
      [patient.id],
    );
    expect(await timers(patient)).toMatchObject({ capInsertedAt: capIn, capRemovedAt: null });
    expect((await tell(patient, 'cap-out', capOut)).status).toBe(200);
    expect(await timers(patient)).toMatchObject({ capRemovedAt: capOut });
  });

  test('the day is the local day where it happened, from whatever device and place it is sent', async () => {
    const { id, token } = await deployment.patient();
    const at = `${isoFromInstant(Date.now() - DAY).slice(0, 10)}T12:00:00.000Z`;
    const send = (zone: string | undefined, device: string) =>
      deployment.call({
        body: { action: 'cap-in', at, zone },
        token,
        headers: { 'x-client-timezone': device },
      });
    await send(undefined, 'Pacific/Kiritimati');
    await send('Pacific/Pago_Pago', 'Pacific/Kiritimati');
    const { rows } = await deployment
      .server()
      .database.query<{ day: string }>(
        'select on_day::text as day from public.treatment_day_timers where user_id = $1 order by created_at',
        [id],
      );
    const day = at.slice(0, 10);
    expect(rows.map((row) => row.day)).toEqual([addDays(day, 1), day]);
  });

  test('a device that claims to be elsewhere is still asked the peak day’s questions', async () => {
    const patient = await deployment.patient();
    await check(deployment, patient, 'ready', NO_TO_ALL);
    await logPeak(deployment, patient);
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC']) {
      const answer = await deployment.call({
        body: { action: 'sample', at: now() },
        token: patient.token,
        headers: { 'x-client-timezone': zone },
      });
      expect([zone, answer]).toMatchObject([
        zone,
        { status: 409, json: { message: 'Please answer today’s safety check questions first.' } },
      ]);
    }
  });

  test('an undone loss voids nothing', async () => {
    const patient = await deployment.patient();
    await check(deployment, patient, 'ready', NO_TO_ALL);
    await deployment.server().database.query(
      `insert into public.outcome_events (user_id, kind, day, cycle, withdrawn_at)
       values ($1, 'loss', current_date, 1, now())`,
      [patient.id],
    );
    expect((await tell(patient, 'sample', now())).status).toBe(200);
  });

  test('after consent was withdrawn no timer is returned, and none accepted', async () => {
    const patient = await deployment.patient();
    const { token } = patient;
    expect((await tell(patient, 'cap-in', minutesAgo(60))).status).toBe(200);
    await deployment
      .server()
      .database.query('update public.customers set data_usage_consent = false where user_id = $1', [
        patient.id,
      ]);
    expect(await deployment.call({ method: 'GET', token })).toMatchObject({
      status: 200,
      json: { sampleCollectedAt: null, capInsertedAt: null, capRemovedAt: null },
    });
    expect(await tell(patient, 'cap-out', now())).toMatchObject({
      status: 403,
      json: { code: 'consent_required' },
    });
    expect((await deployment.call({ method: 'GET', token: null })).status).toBe(401);
  });

  badInputTests(deployment, [
    refused({ action: 'cap', at: now() }, 'action: Please select sample, cap-in or cap-out'),
    refused({ action: 'cap-in', at: now(), zone: 'Mars/Base' }, 'zone: Please select a time zone'),
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

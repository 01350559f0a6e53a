import { expect } from 'vitest';
import { SubmitPregnancyTestResultAnswer } from '../../../domain/contracts/patient/submit-pregnancy-test-result.ts';
import { PREGNANCY_RESULTS } from '../../../domain/results/pregnancy.ts';
import { DAY, MINUTE, instantFromIso, isoFromInstant } from '../../../domain/time/instant.ts';
import { beginCycle, completeCycle, type Patient } from '../../../server/testing/patient.ts';
import { inBothDeployments, test } from './testing/deployments.ts';
import { badInputTests, refused, submissionTests } from './testing/submissions.ts';

const UNKNOWN = 'result: Please select one of the results';
const NO_CYCLE = 'cycle: Please enter cycle 1, 2 or 3';
const NO_MOMENT = 'date: Please enter a date and time such as 2026-11-18T10:30:00Z';
const fromNow = (milliseconds: number) => isoFromInstant(Date.now() + milliseconds);
const good = { result: 'negative', cycle: 1, date: fromNow(-2 * DAY) };

inBothDeployments('submit-pregnancy-test-result', (deployment) => {
  test.each(PREGNANCY_RESULTS)('a %s result is stored with its day and cycle', async (result) => {
    const patient = await deployment.patient();
    const answer = await deployment.call({ body: { ...good, result }, token: patient.token });
    expect(answer.status).toBe(200);
    const { id } = SubmitPregnancyTestResultAnswer.parse(answer.json);
    expect(answer.json).toEqual({ id, result, cycle: 1, takenAt: good.date });
    const rows = await deployment.rows<{ taken_at: string }>('test_results', patient);
    expect(rows).toMatchObject([{ id, result_type: 'PREGNANCY', result, cycle_number: 1 }]);
    expect(new Date(rows[0]!.taken_at).getTime()).toBe(instantFromIso(good.date));
  });

  test.each([
    ['a test of last year', '2025-06-01T08:00:00Z'],
    ['today in a zone that is already in tomorrow', fromNow(DAY - MINUTE)],
  ])('%s is accepted', async (_, date) => {
    const { token } = await deployment.patient();
    expect((await deployment.call({ body: { ...good, date }, token })).status).toBe(200);
  });

  test('the result belongs to the highest cycle the patient has started', async () => {
    const patient = await deployment.patient();
    for (const cycle of [1, 3, 2]) await beginCycle(deployment.server(), patient, cycle);
    expect(await deployment.call({ body: { ...good, cycle: 3 }, token: patient.token })).toMatchObject({
      status: 200,
      json: { cycle: 3 },
    });
    expect(await deployment.rows('test_results', patient)).toMatchObject([{ cycle_number: 3 }]);
  });

  const used = (patient: Patient, cycle: number, ago: number) =>
    deployment
      .server()
      .database.query(
        `insert into public.survey_responses (user_id, survey, cycle_number, answers) values ($1, 'applicator-use', $2, $3)`,
        [
          patient.id,
          cycle,
          JSON.stringify([
            fromNow(-ago * DAY).slice(0, 10),
            String(cycle),
            'No',
            '',
            '30 minutes',
            '1 to 2 hours',
            'Easy and straightforward',
            '',
          ]),
        ],
      );
  const submitted = async (patient: Patient, cycle: number, date = fromNow(0)) =>
    (await deployment.call({ body: { ...good, cycle, date }, token: patient.token })).json;

  test('it belongs to the cycle of the last applicator before it, whatever the plan says', async () => {
    const ahead = await deployment.patient();
    await completeCycle(deployment.server(), ahead, 1, fromNow(-40 * DAY));
    await used(ahead, 2, 12);
    expect(await submitted(ahead, 1)).toMatchObject({ cycle: 2 });
    expect(await submitted(ahead, 1, fromNow(-20 * DAY))).toMatchObject({ cycle: 1 });

    const behind = await deployment.patient();
    await used(behind, 1, 12);
    await beginCycle(deployment.server(), behind, 2, fromNow(-2 * DAY));
    expect(await submitted(behind, 2)).toMatchObject({ cycle: 1 });
    expect(await submitted(behind, 1)).toMatchObject({ cycle: 1 });
  });

  test('marking the applicators as used is a use, too', async () => {
    const patient = await deployment.patient();
    await used(patient, 1, 40);
    await completeCycle(deployment.server(), patient, 1, fromNow(-30 * DAY));
    await completeCycle(deployment.server(), patient, 2, fromNow(-5 * DAY));
    expect(await submitted(patient, 2)).toMatchObject({ cycle: 2 });
  });

  test.each([
    [1, 2],
    [2, 1],
    [2, 3],
    [3, 1],
  ])('in cycle %i, a result for cycle %i is refused', async (current, sent) => {
    const patient = await deployment.patient();
    await beginCycle(deployment.server(), patient, current);
    const body = { ...good, cycle: sent, date: fromNow(0) };
    expect(await deployment.call({ body, token: patient.token })).toMatchObject({
      status: 409,
      json: {
        code: 'wrong_cycle',
        message: `cycle: You are in cycle ${current}. Please open this form again.`,
      },
    });
    expect(await deployment.rows('test_results', patient)).toEqual([]);
  });

  test('a test from an earlier cycle that waited on a device keeps the cycle of its day', async () => {
    const patient = await deployment.patient();
    await beginCycle(deployment.server(), patient, 2, fromNow(-5 * DAY));
    await beginCycle(deployment.server(), patient, 3, fromNow(-DAY));
    const sent = (cycle: number) =>
      deployment.call({ body: { ...good, result: 'positive', cycle }, token: patient.token });
    expect(await sent(1), 'it was over before').toMatchObject({ status: 409, json: { code: 'wrong_cycle' } });
    expect(await sent(2)).toMatchObject({ status: 200, json: { cycle: 2 } });
    expect(await deployment.rows('test_results', patient)).toMatchObject([{ cycle_number: 2 }]);
    // It ended treatment in its own cycle, and completes nothing in the cycle started since.
    const { rows } = await deployment.server().database.query(
      `select status, cycle_number, count(*)::int as phases
       from public.customers join public.completed_phases using (user_id)
       where user_id = $1 and stage_number = 3 group by 1, 2 order by 2`,
      [patient.id],
    );
    expect(rows).toEqual(
      [4, 4, 1].map((phases, at) => ({ status: 'Pregnant', cycle_number: at + 1, phases })),
    );
  });

  test('the cycle of another patient does not count', async () => {
    const [patient, other] = [await deployment.patient(), await deployment.patient()];
    await beginCycle(deployment.server(), other, 2);
    expect((await deployment.call({ body: good, token: patient.token })).status).toBe(200);
  });

  test('a repeat that arrives after the next cycle started is answered with the first row', async () => {
    const patient = await deployment.patient();
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const first = await deployment.call({ body: good, token: patient.token, headers });
    await beginCycle(deployment.server(), patient, 2);
    expect(await deployment.call({ body: good, token: patient.token, headers })).toMatchObject({
      status: 200,
      json: first.json,
    });
    expect(await deployment.rows('test_results', patient)).toMatchObject([{ cycle_number: 1 }]);
  });

  badInputTests(deployment, [
    refused({}, UNKNOWN),
    refused({ ...good, result: null }, UNKNOWN),
    refused({ ...good, result: true }, UNKNOWN),
    refused({ ...good, result: 'Positive' }, UNKNOWN),
    refused({ ...good, result: 'Invalid' }, UNKNOWN),
    refused({ ...good, result: 'x'.repeat(5_000) }, UNKNOWN),
    refused({ ...good, result: `positive' or '1'='1` }, UNKNOWN),
    refused({ ...good, result: '<svg onload=alert(1)>' }, UNKNOWN),
    refused({ ...good, cycle: undefined }, NO_CYCLE),
    refused({ ...good, cycle: '1' }, NO_CYCLE),
    refused({ ...good, cycle: 0 }, NO_CYCLE),
    refused({ ...good, cycle: 4 }, NO_CYCLE),
    refused({ ...good, cycle: 1.5 }, NO_CYCLE),
    refused({ ...good, cycle: 1e308 }, NO_CYCLE),
    refused({ ...good, cycle: '1; drop table test_results' }, NO_CYCLE),
    refused({ ...good, date: undefined }, NO_MOMENT),
    refused({ ...good, date: 20_261_118 }, NO_MOMENT),
    refused({ ...good, date: '18 November 2026' }, NO_MOMENT),
    refused({ ...good, date: '2026-11-10' }, NO_MOMENT),
    refused({ ...good, date: '2026-13-01T00:00:00Z' }, NO_MOMENT),
    refused({ ...good, date: `2026-11-10T00:00:00Z'; --` }, NO_MOMENT),
    refused({ ...good, date: '<i>2026</i>' }, NO_MOMENT),
    refused({ ...good, date: '1926-11-10T00:00:00Z' }, 'date: Please enter a date after the year 2000'),
    refused({ ...good, date: fromNow(DAY + 10 * MINUTE) }, 'date: The test date cannot be in the future'),
  ]);
  submissionTests(deployment, {
    table: 'test_results',
    body: good,
    otherBody: { ...good, result: 'positive' },
  });
});

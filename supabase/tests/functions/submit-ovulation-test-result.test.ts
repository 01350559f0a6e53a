import { expect } from 'vitest';
import { SubmitOvulationTestResultAnswer } from '../../../domain/contracts/patient/submit-ovulation-test-result.ts';
import { OVULATION_RESULTS } from '../../../domain/results/ovulation.ts';
import { addDays } from '../../../domain/time/day.ts';
import { DAY, MINUTE, instantFromIso, isoFromInstant } from '../../../domain/time/instant.ts';
import { inBothDeployments, test } from './testing/deployments.ts';
import { badInputTests, refused, submissionTests } from './testing/submissions.ts';

const UNKNOWN = 'result: Please select one of the results';
const NO_MOMENT = 'takenAt: Please enter a date and time such as 2026-11-18T10:30:00Z';
const result = 'Peak (Positive LH Surge)';
const fromNow = (milliseconds: number) => isoFromInstant(Date.now() + milliseconds);

inBothDeployments('submit-ovulation-test-result', (deployment) => {
  test.each(OVULATION_RESULTS)('%s is stored in full, as taken now', async (logged) => {
    const patient = await deployment.patient();
    const before = Date.now();
    const answer = await deployment.call({ body: { result: logged }, token: patient.token });
    expect(answer.status).toBe(200);
    const { id, takenAt } = SubmitOvulationTestResultAnswer.parse(answer.json);
    expect(answer.json).toEqual({ id, result: logged, takenAt });
    expect(instantFromIso(takenAt)).toBeGreaterThanOrEqual(before);
    expect(instantFromIso(takenAt)).toBeLessThanOrEqual(Date.now());
    expect(await deployment.rows('test_results', patient)).toMatchObject([
      { id, result_type: 'ovulation', result: logged, cycle_number: null, submission_id: null },
    ]);
  });

  test.each([
    ['six days ago', -6 * DAY],
    ['almost a week ago', -7 * DAY + MINUTE],
    ['by a clock that runs ahead', DAY - MINUTE],
  ])('a result stored on the device, taken %s, keeps its time', async (_, offset) => {
    const patient = await deployment.patient();
    const takenAt = fromNow(offset);
    expect(await deployment.call({ body: { result, takenAt }, token: patient.token })).toMatchObject({
      status: 200,
      json: { result, takenAt },
    });
    const [row] = await deployment.rows<{ taken_at: string }>('test_results', patient);
    expect(new Date(row!.taken_at).getTime()).toBe(instantFromIso(takenAt));
  });

  test('a time with an offset is stored as the moment it names', async () => {
    const patient = await deployment.patient();
    const utc = `${fromNow(-DAY).slice(0, 10)}T05:00:00.000Z`;
    const takenAt = `${utc.slice(0, 10)}T10:30:00+05:30`;
    const answer = await deployment.call({ body: { result, takenAt }, token: patient.token });
    expect(answer.json).toMatchObject({ takenAt: utc });
  });

  test('the day is the one the patient took it, even when it is sent later from elsewhere', async () => {
    const patient = await deployment.patient();
    const takenAt = `${fromNow(-DAY).slice(0, 10)}T11:00:00.000Z`;
    const sent = (zone: string, takenZone?: string) =>
      deployment.call({
        body: { result, takenAt, takenZone },
        token: patient.token,
        headers: { 'x-client-timezone': zone },
      });
    await sent('America/New_York');
    await sent('America/New_York', 'Pacific/Kiritimati');
    const { data } = await patient.client
      .from('test_results')
      .select('taken_on,taken_zone')
      .order('created_at');
    const day = takenAt.slice(0, 10);
    expect(data).toEqual([
      { taken_on: day, taken_zone: 'America/New_York' },
      { taken_on: addDays(day, 1), taken_zone: 'Pacific/Kiritimati' },
    ]);
    expect(await sent('UTC', 'Mars/Olympus')).toMatchObject({
      status: 400,
      json: { message: 'takenZone: Please select a time zone' },
    });
  });

  test('a repeat without the time of the first is still a repeat', async () => {
    const { token } = await deployment.patient();
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const first = await deployment.call({ body: { result }, token, headers });
    const second = await deployment.call({ body: { result, takenAt: fromNow(-MINUTE) }, token, headers });
    expect(second).toMatchObject({ status: 200, json: first.json });
  });

  badInputTests(deployment, [
    refused({}, UNKNOWN),
    refused({ result: null }, UNKNOWN),
    refused({ result: 1 }, UNKNOWN),
    refused({ result: [result] }, UNKNOWN),
    refused({ result: 'Peak' }, UNKNOWN),
    refused({ result: result.toLowerCase() }, UNKNOWN),
    refused({ result: 'positive' }, UNKNOWN),
    refused({ result: 'x'.repeat(5_000) }, UNKNOWN),
    refused({ result: `Invalid'); delete from test_results; --` }, UNKNOWN),
    refused({ result: '<script>alert(1)</script>' }, UNKNOWN),
    refused({ result, takenAt: null }, NO_MOMENT),
    refused({ result, takenAt: 1_794_000_000_000 }, NO_MOMENT),
    refused({ result, takenAt: 'yesterday' }, NO_MOMENT),
    refused({ result, takenAt: '2026-02-30T10:00:00Z' }, NO_MOMENT),
    refused({ result, takenAt: '2026-11-10T10:00:00' }, NO_MOMENT),
    refused({ result, takenAt: `now()'; --` }, NO_MOMENT),
    refused({ result, takenAt: '<b>2026-11-10T10:00:00Z</b>' }, NO_MOMENT),
    refused({ result, takenAt: '0000-01-01T00:00:00Z' }, 'takenAt: Please enter a date after the year 2000'),
    refused(
      { result, takenAt: fromNow(-7 * DAY - MINUTE) },
      'takenAt: The test was taken more than 7 days ago',
    ),
    refused(
      { result, takenAt: fromNow(DAY + 10 * MINUTE) },
      'takenAt: The test date cannot be in the future',
    ),
    refused({ result, takenAt: '9999-12-31T23:59:59Z' }, 'takenAt: The test date cannot be in the future'),
  ]);
  submissionTests(deployment, {
    table: 'test_results',
    body: { result },
    otherBody: { result: 'Invalid' },
  });
});

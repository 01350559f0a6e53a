import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { ReportOutcomeAnswer } from '../../../domain/contracts/patient/report-outcome.ts';
import { REPORTED_OUTCOMES, type ReportedOutcome } from '../../../domain/care-state/facts.ts';
import { ROWS, TABLE, type Column, type Row } from '../../../domain/care-state/testing-table.ts';
import type { Reported } from '../../../domain/care-state/testing.ts';
import { NO_KNOWN_PREGNANCY } from '../../../domain/care-state/refusal.ts';
import { addDays } from '../../../domain/time/day.ts';
import { DAY, isoFromInstant } from '../../../domain/time/instant.ts';
import { localDate } from '../../../domain/time/local.ts';
import { UNSET_CLINIC_ZONE } from '../../../domain/time/zone.ts';
import type { Patient } from '../../../server/testing/patient.ts';
import { type Deployment, inBothDeployments, test } from './testing/deployments.ts';
import { badInputTests, refused, submissionTests } from './testing/submissions.ts';

const isReported = (reported: Reported): reported is ReportedOutcome =>
  (REPORTED_OUTCOMES as readonly string[]).includes(reported);

async function logTest(
  deployment: Deployment,
  { token, id }: Patient,
  result: Reported,
  takenAt = Date.now(),
) {
  const { url, keys } = deployment.server();
  const response = await fetch(`${url}/functions/v1/submit-pregnancy-test-result`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, apikey: keys.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ result, cycle: 1, date: isoFromInstant(takenAt) }),
  });
  expect(response.status, `logging ${result} for ${id}`).toBe(200);
}

/** Makes a pregnancy possible from then on. */
const useApplicator = (deployment: Deployment, { id }: Patient, daysBefore = 20) =>
  deployment.server().database.query(
    `insert into public.treatment_day_timers (user_id, cycle, action, at, on_day)
       values ($1, 1, 'cap-in', now() - make_interval(days => $2), current_date - $2::integer)`,
    [id, daysBefore],
  );

async function tell(deployment: Deployment, patient: Patient, reported: Reported) {
  if (isReported(reported)) return deployment.call({ body: { kind: reported }, token: patient.token });
  await logTest(deployment, patient, reported);
  return null;
}

/** The state according to the database, the record and the plan. */
async function careOf(deployment: Deployment, { id }: Patient) {
  const { rows } = await deployment.server().database.query(
    `select private.care_state($1) as state, status,
       (select max(cycle_number) from public.completed_phases where user_id = $1) as cycle
     from public.customers where user_id = $1`,
    [id],
  );
  return rows[0] as { state: string; status: string; cycle: number | null };
}

const STATUS: Record<string, string> = {
  treatment: 'Active',
  paused: 'Paused',
  'after-loss': 'Paused',
  pregnant: 'Pregnant',
  stopped: 'Withdrawn',
};

const cells = Object.entries(TABLE).flatMap(([row, cellsOfRow]) =>
  Object.entries(cellsOfRow).map(([column, cell]) => [row as Row, column as Column, cell] as const),
);

inBothDeployments('report-outcome', (deployment) => {
  test.each(cells)('%s, %s: %s', async (row, column, cell) => {
    const patient = await deployment.patient();
    await useApplicator(deployment, patient);
    for (const reported of ROWS[row]) await tell(deployment, patient, reported);
    const before = await careOf(deployment, patient);
    const answer = await tell(deployment, patient, column);
    const after = await careOf(deployment, patient);
    // An act only the team may do is refused like an unknown one.
    const isRefused = cell === '409' || cell.includes(': ');
    if (isRefused) {
      expect(answer).toMatchObject({ status: 409, json: { code: 'not_now' } });
      expect((answer!.json as { message: string }).message).toMatch(/^[A-Z].+\.$/);
      expect(after).toEqual(before);
      return;
    }
    expect(after.state).toBe(cell);
    expect(after.status).toBe(STATUS[cell] ?? before.status);
    if (answer) expect(ReportOutcomeAnswer.parse(answer.json).careState).toBe(cell);
    if (column !== 'positive') expect(after.cycle).toBe(before.cycle);
  });

  test('a pause keeps its end and its reason, and a new one replaces them', async () => {
    const patient = await deployment.patient();
    const today = localDate(Date.now(), UNSET_CLINIC_ZONE);
    const pauses = [
      { until: addDays(today, 14), reason: 'We travel.' },
      { until: today, reason: '' },
    ];
    for (const pause of pauses) {
      const answer = await deployment.call({ body: { kind: 'pause', ...pause }, token: patient.token });
      expect(answer.json).toMatchObject({ careState: 'paused' });
    }
    const { data } = await patient.client
      .from('outcome_events')
      .select('kind,day,until,reason,cycle,recorded_by')
      .order('created_at');
    expect(data).toMatchObject([
      {
        kind: 'pause',
        day: today,
        until: pauses[0]!.until,
        reason: 'We travel.',
        cycle: 1,
        recorded_by: null,
      },
      { kind: 'pause', until: today, reason: null },
    ]);
  });

  test('today is the patient’s, and a result dated ahead still came first', async () => {
    const patient = await deployment.patient();
    const headers = { 'x-client-timezone': 'Pacific/Kiritimati' };
    await deployment.call({ body: { kind: 'pause' }, token: patient.token, headers });
    const { json } = await deployment.call({ body: { kind: 'resume' }, token: patient.token });
    expect(json).toMatchObject({ careState: 'treatment' });
    const rows = await deployment.rows<{ kind: string }>('outcome_events', patient);
    expect(rows.map(({ kind }) => kind)).toEqual(['pause', 'resume']);
  });

  test('a loss is refused where no pregnancy is possible, and accepted with any sign of one', async () => {
    const patient = await deployment.patient();
    const report = () => deployment.call({ body: { kind: 'loss' }, token: patient.token });
    expect(await report()).toMatchObject({
      status: 409,
      json: { code: 'not_now', message: NO_KNOWN_PREGNANCY },
    });
    expect(await deployment.rows('outcome_events', patient)).toEqual([]);
    await useApplicator(deployment, patient, 11 * 31);
    expect((await report()).status, 'more than 10 months ago').toBe(409);
    await logTest(deployment, patient, 'unclear');
    expect((await report()).json, 'a test that was hard to read').toMatchObject({ careState: 'after-loss' });
    const used = await deployment.patient();
    await useApplicator(deployment, used);
    expect((await deployment.call({ body: { kind: 'loss' }, token: used.token })).status).toBe(200);
  });

  test('an old positive that arrives after a loss congratulates no one', async () => {
    const patient = await deployment.patient();
    await useApplicator(deployment, patient);
    await deployment.call({ body: { kind: 'loss' }, token: patient.token });
    await logTest(deployment, patient, 'positive', Date.now() - 2 * DAY);
    await patient.client.rpc('complete_phases_until_cycle', { p_user_id: patient.id, p_cycle_number: 1 });
    const { error } = await patient.client
      .from('customers')
      .update({ status: 'Pregnant' })
      .eq('user_id', patient.id);
    expect(error).toBeNull();
    expect(await careOf(deployment, patient)).toEqual({
      state: 'after-loss',
      status: 'Paused',
      cycle: null,
    });
  });

  const dayAgo = (days: number) => addDays(localDate(Date.now(), 'UTC'), -days);

  test('a loss reported after a resume counts, and the patient cannot resume from it', async () => {
    const patient = await deployment.patient();
    await useApplicator(deployment, patient);
    const send = (body: object) => deployment.call({ body, token: patient.token });
    await send({ kind: 'pause', day: dayAgo(3) });
    expect((await send({ kind: 'resume', day: dayAgo(1) })).json).toMatchObject({ careState: 'treatment' });
    expect((await send({ kind: 'loss', day: dayAgo(2) })).json).toMatchObject({ careState: 'after-loss' });
    expect(await careOf(deployment, patient)).toMatchObject({ state: 'after-loss', status: 'Paused' });
    expect((await send({ kind: 'resume' })).status).toBe(409);
    await logTest(deployment, patient, 'positive');
    expect(await careOf(deployment, patient)).toMatchObject({ state: 'after-loss', status: 'Paused' });
  });

  test('the same key with another day is another report', async () => {
    const patient = await deployment.patient();
    await useApplicator(deployment, patient);
    const headers = { 'Idempotency-Key': randomUUID() };
    const send = (day: string) =>
      deployment.call({ body: { kind: 'loss', day }, token: patient.token, headers });
    expect((await send(dayAgo(3))).status).toBe(200);
    expect((await send(dayAgo(3))).status).toBe(200);
    expect(await send(dayAgo(1))).toMatchObject({ status: 409, json: { code: 'submission_reused' } });
  });

  test('twenty devices that stop at once stop once, and are all told', async () => {
    const patient = await deployment.patient();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => deployment.call({ body: { kind: 'stop' }, token: patient.token })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await deployment.rows('outcome_events', patient)).toHaveLength(1);
  });

  test('whatever two devices do at once, nothing fails, and the record matches the facts', async () => {
    const patient = await deployment.patient();
    const { database } = deployment.server();
    const kinds = ['pause', 'loss', 'resume', 'stop', 'pause'] as const;
    const results = ['positive', 'negative', 'unclear'] as const;
    const ownResults = () => patient.client.from('test_results');
    for (let round = 0; round < 4; round += 1) {
      const answers = await Promise.all([
        ...kinds.map((kind) => deployment.call({ body: { kind }, token: patient.token })),
        ...results.map((result) => logTest(deployment, patient, result)),
        ownResults().delete().eq('user_id', patient.id),
        // 403 while no positive is left.
        patient.client
          .rpc('complete_phases_until_cycle', { p_user_id: patient.id, p_cycle_number: 1 })
          .then(({ status }) => ({ status: status === 403 ? 200 : status })),
        patient.client
          .from('customers')
          .update({ email_reminders: round % 2 === 0 })
          .eq('user_id', patient.id),
      ]);
      const statuses = answers.flatMap((answer) => answer?.status ?? []);
      expect(statuses.filter((status) => status >= 400 && status !== 409)).toEqual([]);
    }
    const { rows } = await database.query(
      `select standing.status, customers.status as written
       from private.care_status($1) as standing, public.customers where user_id = $1`,
      [patient.id],
    );
    expect(rows[0]!['written']).toBe(rows[0]!['status']);
  });

  test('a stop sent again after a lost response is answered like the first', async () => {
    const patient = await deployment.patient();
    const send = () =>
      deployment.call({ body: { kind: 'stop' }, token: patient.token, headers: { 'Idempotency-Key': key } });
    const key = randomUUID();
    const [first, again] = [await send(), await send()];
    expect([again.status, again.json]).toEqual([200, first.json]);
  });

  badInputTests(deployment, [
    refused({}, 'kind: Please select pause, resume, loss or stop'),
    refused({ kind: 'resolve' }, 'kind: Please select pause, resume, loss or stop'),
    refused({ kind: 'pause', until: '2026-01-01' }, 'until: Please select today or a later day'),
    refused({ kind: 'pause', until: 'soon' }, 'until: Please enter a date such as 2026-11-18'),
    refused({ kind: 'loss', until: '2099-01-01' }, 'until: Only a pause can have an end date'),
    refused({ kind: 'loss', day: '2099-01-01' }, 'day: The day cannot be in the future'),
    refused({ kind: 'loss', day: '2001-01-01' }, 'day: The day is more than a year ago'),
    refused({ kind: 'stop', reason: 'x'.repeat(2_001) }, 'reason: Please use no more than 2,000 characters'),
  ]);
  submissionTests(deployment, {
    table: 'outcome_events',
    body: { kind: 'pause', reason: 'We travel.' },
    otherBody: { kind: 'pause', reason: 'We rest.' },
  });
});

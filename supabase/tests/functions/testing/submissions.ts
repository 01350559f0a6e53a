import { randomUUID } from 'node:crypto';
import { beforeAll, expect } from 'vitest';
import { closeRecord, type Patient } from '../../../../server/testing/patient.ts';
import { patientAccessTests } from './access-tests.ts';
import { type Deployment, testOnBoth, testOnNode as test } from './deployments.ts';

const SUBMISSIONS = [
  'test_results',
  'survey_responses',
  'outcome_events',
  'symptom_reports',
  'periods',
  'safety_checks',
  'treatment_day_timers',
  'applicator_agreements',
  'messages',
] as const;

type Form = {
  table: (typeof SUBMISSIONS)[number];
  body: unknown;
  otherBody: unknown;
  /** A second submission that differs, because an equal one would count as the same. */
  nextBody?: unknown;
  isAlsoRead?: boolean;
};

/** Rules that hold for every form a patient submits. */
export function submissionTests(
  deployment: Deployment,
  { table, body, otherBody, nextBody = body, isAlsoRead = false }: Form,
): void {
  patientAccessTests(deployment, { method: 'POST', body, isAlsoRead });

  test('before consent nothing is stored', async () => {
    const patient = await deployment.patient({ consent: false });
    expect(await deployment.call({ body, token: patient.token })).toMatchObject({
      status: 403,
      json: { code: 'consent_required', message: 'Please accept the privacy terms first.' },
    });
    expect(await deployment.rows(table, patient)).toEqual([]);
  });

  test('a field that nobody knows is refused, and nothing is stored', async () => {
    const patient = await deployment.patient();
    const sent = body as Record<string, unknown>;
    expect(await deployment.call({ body: { ...sent, extra: 1 }, token: patient.token })).toMatchObject({
      status: 400,
      json: { code: 'invalid_input', message: 'extra: This field is unknown.' },
    });
    expect(await deployment.rows(table, patient)).toEqual([]);
  });

  test('somebody without a patient record is refused', async () => {
    const patient = await deployment.patient();
    await closeRecord(deployment.server(), patient);
    expect(await deployment.call({ body, token: patient.token })).toMatchObject({
      status: 403,
      json: { code: 'no_access' },
    });
  });

  testOnBoth('the same form sent again is answered with the row of the first time', async () => {
    const patient = await deployment.patient();
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await deployment.call({ body, token: patient.token, headers });
    const second = await deployment.call({ body, token: patient.token, headers });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.json).toEqual(first.json);
    const rows = await deployment.rows(table, patient);
    expect(rows).toMatchObject([
      { id: (first.json as { id: string }).id, submission_id: headers['Idempotency-Key'] },
    ]);
  });

  test('twenty copies of a form at the same moment are stored once', async () => {
    const patient = await deployment.patient();
    const headers = { 'Idempotency-Key': randomUUID() };
    const copies = Array.from({ length: 20 }, () => deployment.call({ body, token: patient.token, headers }));
    const answers = await Promise.all(copies);
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
    const [row, ...more] = await deployment.rows<{ id: string }>(table, patient);
    expect(more).toEqual([]);
    expect(new Set(answers.map(({ json }) => (json as { id: string }).id))).toEqual(new Set([row!.id]));
  });

  testOnBoth(
    'other answers under the id of a form that was submitted are refused, and the first stay',
    async () => {
      const patient = await deployment.patient();
      const headers = { 'Idempotency-Key': randomUUID() };
      await deployment.call({ body, token: patient.token, headers });
      const before = await deployment.rows(table, patient);
      expect(await deployment.call({ body: otherBody, token: patient.token, headers })).toMatchObject({
        status: 409,
        json: {
          code: 'submission_reused',
          message: 'Idempotency-Key: This form was already submitted with other answers',
        },
      });
      expect(await deployment.rows(table, patient)).toEqual(before);
    },
  );

  test('one id in the hands of two patients is two submissions', async () => {
    const patients = [await deployment.patient(), await deployment.patient()];
    const headers = { 'Idempotency-Key': randomUUID() };
    for (const patient of patients) {
      expect((await deployment.call({ body, token: patient.token, headers })).status).toBe(200);
      expect(await deployment.rows(table, patient)).toHaveLength(1);
    }
  });

  test('without an id every call is a submission', async () => {
    const patient = await deployment.patient();
    for (const each of [body, nextBody]) await deployment.call({ body: each, token: patient.token });
    expect(await deployment.rows(table, patient)).toHaveLength(2);
  });

  test.each(['', '7', 'not-a-uuid', `${randomUUID()}'; drop table customers`])(
    'the submission id "%s" is refused',
    async (id) => {
      const patient = await deployment.patient();
      expect(
        await deployment.call({ body, token: patient.token, headers: { 'Idempotency-Key': id } }),
      ).toMatchObject({
        status: 400,
        json: { code: 'invalid_input', message: 'Idempotency-Key: Please send a UUID' },
      });
      expect(await deployment.rows(table, patient)).toEqual([]);
    },
  );

  test('a submission leaves a trace in the audit log, without its words', async () => {
    const patient = await deployment.patient();
    await deployment.call({ body, token: patient.token });
    const { rows } = await deployment
      .server()
      .database.query(
        `select actor_id, actor_role, action, kind from public.audit_log where subject_id = $1 and action = 'insert'`,
        [patient.id],
      );
    expect(rows).toEqual([
      { actor_id: patient.id, actor_role: 'service_role', action: 'insert', kind: table },
    ]);
  });

  badInputTests(deployment, [
    ['{', 'bad_json', 'The request body is not valid JSON.'],
    ['', 'bad_json', 'The request body is not valid JSON.'],
    ['null', 'invalid_input', 'The request body must be a JSON object.'],
    ['[]', 'invalid_input', 'The request body must be a JSON object.'],
    ['"text"', 'invalid_input', 'The request body must be a JSON object.'],
  ]);
}

const STORED = SUBMISSIONS.map(
  (table) => `(select count(*) from public.${table} where user_id = $1)::integer`,
).join(' + ');

type BadText = [text: string, code: string, message: string];

/** Each body is refused with this message, and nothing is stored. */
export function badInputTests(deployment: Deployment, bodies: readonly BadText[]): void {
  // Nothing of a refused body is stored, so one patient is enough.
  let patient: Patient;
  beforeAll(async () => {
    patient = await deployment.patient();
  });

  test.each(bodies)('the body %s is refused', async (text, code, message) => {
    const answer = await deployment.call({ method: 'POST', text, token: patient.token });
    expect(answer).toMatchObject({ status: 400, json: { code, message } });
    const { rows } = await deployment.server().database.query(`select ${STORED} as stored`, [patient.id]);
    expect(rows).toEqual([{ stored: 0 }]);
  });
}

/** A table row for a body that is JSON but not what the function accepts. */
export const refused = (body: unknown, message: string): BadText => [
  JSON.stringify(body),
  'invalid_input',
  message,
];

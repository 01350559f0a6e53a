import { expect } from 'vitest';
import { closeRecord } from '../../../server/testing/patient.ts';
import { patientAccessTests } from './testing/access-tests.ts';
import { inBothDeployments, test } from './testing/deployments.ts';
import { beginLeaving, codeFor, leavingDay, passMinutes } from './testing/leaving.ts';

const body = { confirmation: 'DELETE' };
const TYPE_IT = 'confirmation: Please type DELETE to confirm';

inBothDeployments('request-account-deletion', (deployment) => {
  const messages = (patient: { id: string }) =>
    deployment.rows<Record<string, string>>('outbox', patient as never);

  test('a code goes to the patient’s mailbox, kept only as a hash, and nothing is deleted yet', async () => {
    const patient = await deployment.patient();
    expect(await deployment.call({ body, token: patient.token })).toMatchObject({ status: 200, json: {} });
    const { database } = deployment.server();
    const code = await codeFor(database, patient);
    expect(await messages(patient)).toMatchObject([
      { channel: 'email', subject: 'Your confirmation code', purpose: 'deletion_code' },
    ]);
    const { rows } = await database.query<{ code_hash: string }>(
      'select code_hash from private.deletion_codes where user_id = $1',
      [patient.id],
    );
    expect(rows[0]!.code_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(rows[0]!.code_hash).not.toContain(code);
    expect(await leavingDay(database, patient)).toBeNull();
  });

  test('someone who has not consented may leave as well', async () => {
    const patient = await deployment.patient({ consent: false });
    expect((await deployment.call({ body, token: patient.token })).status).toBe(200);
    expect(await messages(patient)).toHaveLength(1);
  });

  test('of five concurrent requests one gets a code, and the others are told when to come back', async () => {
    const patient = await deployment.patient();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => deployment.call({ body, token: patient.token })),
    );
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([
      200, 429, 429, 429, 429,
    ]);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
    expect(await messages(patient)).toHaveLength(1);
  });

  test('five codes an hour are the limit', async () => {
    const patient = await deployment.patient();
    for (let count = 0; count < 5; count += 1) {
      expect((await deployment.call({ body, token: patient.token })).status).toBe(200);
      await passMinutes(deployment.server().database, patient, 2);
    }
    expect(await deployment.call({ body, token: patient.token })).toMatchObject({
      status: 429,
      json: { code: 'too_many_requests' },
    });
  });

  test('a patient whose account is already being deleted needs no code', async () => {
    const patient = await deployment.patient();
    await beginLeaving(deployment.server().database, patient);
    expect(await deployment.call({ body, token: patient.token })).toMatchObject({
      status: 409,
      json: { code: 'already_leaving' },
    });
  });

  test('someone without a patient record is refused', async () => {
    const patient = await deployment.patient();
    await closeRecord(deployment.server(), patient);
    expect(await deployment.call({ body, token: patient.token })).toMatchObject({
      status: 403,
      json: { code: 'no_access' },
    });
  });

  test.each([
    ['{', 'The request body is not valid JSON.'],
    ['[]', 'The request body must be a JSON object.'],
    ['{}', TYPE_IT],
    ['{"confirmation":"delete"}', TYPE_IT],
    ['{"confirmation":" DELETE "}', TYPE_IT],
    ['{"confirmation":true}', TYPE_IT],
    ['{"confirmation":["DELETE"]}', TYPE_IT],
  ])('the body %s is refused, and no code is sent', async (text, message) => {
    const patient = await deployment.patient();
    expect(await deployment.call({ method: 'POST', text, token: patient.token })).toMatchObject({
      status: 400,
      json: { message },
    });
    expect(await messages(patient)).toEqual([]);
  });

  patientAccessTests(deployment, { method: 'POST', body });
});

import { expect } from 'vitest';
import { ConfirmAccountDeletionAnswer } from '../../../domain/contracts/patient/account-deletion.ts';
import { DAY, instantFromIso } from '../../../domain/time/instant.ts';
import type { Patient } from '../../../server/testing/patient.ts';
import { accessTests } from './testing/access-tests.ts';
import { inBothDeployments, test } from './testing/deployments.ts';
import { codeFor, leavingDay, passMinutes } from './testing/leaving.ts';

const SIX_DIGITS = 'code: Please enter the 6-digit code';
const WRONG = { status: 403, json: { code: 'wrong_code' } };

inBothDeployments('confirm-account-deletion', (deployment) => {
  const confirm = ({ token }: Patient, code: string) =>
    deployment.call({ body: { code }, token, headers: { 'x-client-timezone': 'America/New_York' } });
  /** The other function sends the code, in the embedded deployment. */
  const withCode = async () => {
    const [patient, server] = [await deployment.patient(), deployment.server()];
    await ask(patient);
    return { patient, code: await codeFor(server.database, patient) };
  };
  const ask = async ({ token }: Patient) => {
    const answer = await fetch(`${deployment.server().url}/functions/v1/request-account-deletion`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ confirmation: 'DELETE' }),
    });
    expect(answer.status).toBe(200);
  };
  const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  test('the right code starts the seven days, and an email gives their end in the patient’s zone', async () => {
    const { patient, code } = await withCode();
    const answer = await confirm(patient, code);
    expect(answer.status).toBe(200);
    const { deleteAfter } = ConfirmAccountDeletionAnswer.parse(answer.json);
    expect(Math.abs(instantFromIso(deleteAfter) - Date.now() - 7 * DAY)).toBeLessThan(60_000);
    const { database } = deployment.server();
    expect(
      instantFromIso((await leavingDay(database, patient))!.replace(' ', 'T').replace(/\+00$/, 'Z')),
    ).toBe(instantFromIso(deleteAfter));
    const messages = await deployment.rows<Record<string, string>>('outbox', patient);
    expect(messages.at(-1)).toMatchObject({ purpose: 'deletion', subject: 'Your account will be deleted' });
    expect(messages.at(-1)!['body_text']).toMatch(/\d:\d\d [ap]m Eastern Time/);
  });

  test('a retry after a lost response gets the same day, and is announced once', async () => {
    const { patient, code } = await withCode();
    const [first, second] = [await confirm(patient, code), await confirm(patient, code)];
    expect(second).toMatchObject({ status: 200, json: first.json as object });
    expect(await deployment.rows('outbox', patient)).toHaveLength(2);
  });

  test('ten concurrent right codes get the same answer, and one starts the deletion', async () => {
    const { patient, code } = await withCode();
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(patient, code)));
    expect(new Set(answers.map(({ status, json }) => JSON.stringify([status, json]))).size).toBe(1);
    expect(answers[0]!.status).toBe(200);
    expect(await deployment.rows('outbox', patient)).toHaveLength(2);
  });

  test('a wrong code deletes nothing, and the fifth one invalidates the right one', async () => {
    const { patient, code } = await withCode();
    for (let tries = 0; tries < 5; tries += 1)
      expect(await confirm(patient, other(code))).toMatchObject(WRONG);
    expect(await confirm(patient, code)).toMatchObject(WRONG);
    expect(await leavingDay(deployment.server().database, patient)).toBeNull();
  });

  test('a code is valid for ten minutes', async () => {
    const { patient, code } = await withCode();
    await passMinutes(deployment.server().database, patient, 11);
    expect(await confirm(patient, code)).toMatchObject(WRONG);
    expect(await leavingDay(deployment.server().database, patient)).toBeNull();
  });

  test('a stranger’s code does not work, not even with the same digits', async () => {
    const [{ patient, code }, stranger] = [await withCode(), await deployment.patient()];
    await ask(stranger);
    const { database } = deployment.server();
    await database.query(
      `update private.deletion_codes set code_hash = (select code_hash from private.deletion_codes where user_id = $1)
       where user_id = $2`,
      [patient.id, stranger.id],
    );
    expect(await confirm(stranger, code)).toMatchObject(WRONG);
    expect(await leavingDay(database, stranger)).toBeNull();
    expect((await confirm(patient, code)).status).toBe(200);
  });

  test('without a requested code there is no right one', async () => {
    expect(await confirm(await deployment.patient(), '000000')).toMatchObject(WRONG);
  });

  test.each([
    ['{', 'The request body is not valid JSON.'],
    ['null', 'The request body must be a JSON object.'],
    ['{}', SIX_DIGITS],
    ['{"code":123456}', SIX_DIGITS],
    ['{"code":"12345"}', SIX_DIGITS],
    ['{"code":"1234567"}', SIX_DIGITS],
    ['{"code":"12345a"}', SIX_DIGITS],
    ['{"code":"１２３４５６"}', SIX_DIGITS],
    [`{"code":"${'1'.repeat(5_000)}"}`, SIX_DIGITS],
  ])('the body %s is refused', async (text, message) => {
    const { token } = await deployment.patient();
    expect(await deployment.call({ method: 'POST', text, token })).toMatchObject({
      status: 400,
      json: { message },
    });
  });

  test('the public key alone is no one', async () => {
    expect(await deployment.call({ body: { code: '123456' } })).toMatchObject({ status: 401 });
  });

  accessTests(deployment, { method: 'POST', body: { code: '123456' } });
});

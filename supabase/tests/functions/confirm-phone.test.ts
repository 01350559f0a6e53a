import { expect, onTestFinished } from 'vitest';
import { ConfirmPhoneAnswer } from '../../../domain/contracts/patient/confirm-phone.ts';
import { serveWithDeno } from '../../../server/testing/deno.ts';
import { newPatient, type Patient } from '../../../server/testing/patient.ts';
import { startTestServer } from '../../../server/testing/test-server.ts';
import { patientAccessTests } from './testing/access-tests.ts';
import { inDeployments, test } from './testing/deployments.ts';
import { badInputTests, refused } from './testing/submissions.ts';

const TEXTS = { SMS_URL: 'http://127.0.0.1:9/', SMS_TOKEN: 'secret' };
const WRONG = {
  status: 403,
  json: { code: 'wrong_code', message: 'That code is wrong or has expired.' },
};

/** A number no other test uses, because each gets few codes a day. */
const aNumber = () =>
  `+1${crypto.getRandomValues(new Uint32Array(1))[0]!.toString().padStart(10, '2').slice(0, 10)}`;

inDeployments(TEXTS, 'confirm-phone', (deployment) => {
  const send = ({ token }: Patient, body: object) => deployment.call({ body, token });
  const texts = async (patient: Patient) =>
    (await deployment.rows<Record<string, string>>('outbox', patient)).filter(
      ({ channel }) => channel === 'sms',
    );
  const codeFor = async (patient: Patient) => /\d{6}/.exec((await texts(patient)).at(-1)!['body_text']!)![0];
  const phoneOf = async (patient: Patient) =>
    (await patient.client.from('customers').select('customer_phone').single()).data!['customer_phone'] as
      | string
      | null;
  const later = (patient: Patient, minutes: number) =>
    deployment.server().database.query(
      `update private.phone_codes set sent_at = sent_at - make_interval(mins => $2),
         expires_at = expires_at - make_interval(mins => $2) where user_id = $1`,
      [patient.id, minutes],
    );
  const another = (code: string) => (code === '000000' ? '000001' : '000000');

  test('a number is the patient’s once its code is confirmed; until then it gets only that code, stored as a hash', async () => {
    const patient = await deployment.patient();
    const before = await phoneOf(patient);
    const phone = aNumber();
    expect(await send(patient, { phone })).toMatchObject({
      status: 200,
      json: { phone, isConfirmed: false },
    });
    expect(await phoneOf(patient)).toBe(before);
    const code = await codeFor(patient);
    expect(await texts(patient)).toMatchObject([
      {
        recipient: phone,
        purpose: 'phone_code',
        body_text: `Your code is ${code}. It works for 10 minutes. If you didn't ask for it, ignore this text.`,
      },
    ]);
    const { rows } = await deployment
      .server()
      .database.query<{ code_hash: string }>('select code_hash from private.phone_codes where user_id = $1', [
        patient.id,
      ]);
    expect(rows[0]!.code_hash).toMatch(/^[0-9a-f]{64}$/);
    const answer = await send(patient, { code });
    expect(ConfirmPhoneAnswer.parse(answer.json)).toEqual({ phone, isConfirmed: true });
    expect(await phoneOf(patient)).toBe(phone);
    expect(await send(patient, { code })).toMatchObject(WRONG);
  });

  test('the fifth wrong code invalidates it, and so do ten minutes; a stranger’s code does not work', async () => {
    const [guessed, late, stranger] = [
      await deployment.patient(),
      await deployment.patient(),
      await deployment.patient(),
    ];
    for (const patient of [guessed, late]) await send(patient, { phone: aNumber() });
    const code = await codeFor(guessed);
    expect(await send(stranger, { code })).toMatchObject(WRONG);
    for (let tries = 0; tries < 5; tries += 1)
      expect(await send(guessed, { code: another(code) })).toMatchObject(WRONG);
    expect(await send(guessed, { code })).toMatchObject(WRONG);
    await later(late, 11);
    expect(await send(late, { code: await codeFor(late) })).toMatchObject(WRONG);
  });

  test('codes are a minute apart, five an hour for a patient, and five a day for a number', async () => {
    const patient = await deployment.patient();
    const phone = aNumber();
    expect((await send(patient, { phone })).status).toBe(200);
    expect(await send(patient, { phone })).toMatchObject({
      status: 429,
      json: { code: 'too_many_requests' },
    });
    for (let count = 0; count < 3; count += 1) {
      await later(patient, 2);
      expect((await send(patient, { phone })).status).toBe(200);
    }
    await later(patient, 2);
    expect((await send(patient, { phone: aNumber() })).status).toBe(429);
    // The refused try also counted for the number, so it has used its five.
    expect((await send(await deployment.patient(), { phone })).status).toBe(429);
    expect(await texts(patient)).toHaveLength(4);
  });

  test('a code needs no consent to texts, and nothing else is texted without it', async () => {
    const patient = await deployment.patient();
    await send(patient, { phone: aNumber() });
    const { rows } = await deployment.server().database.query<{ purpose: string; unwanted: boolean }>(
      `select purpose, private.is_unwanted(message) as unwanted from public.outbox as message where user_id = $1
       union all
       select 'news', private.is_unwanted(jsonb_populate_record(message, '{"purpose": "news"}'))
       from public.outbox as message where user_id = $1`,
      [patient.id],
    );
    expect(rows).toEqual([
      { purpose: 'phone_code', unwanted: false },
      { purpose: 'news', unwanted: true },
    ]);
  });

  badInputTests(deployment, [
    refused({ phone: '555' }, 'phone: Enter a 10-digit US number, or + and the country code first.'),
    refused({ code: '12345' }, 'code: Please enter the 6-digit code'),
    refused({}, 'Send either a phone number or a code'),
  ]);
  patientAccessTests(deployment, { method: 'POST', body: { phone: aNumber() } });
});

test('on Supabase without a text service no number gets a code', async () => {
  const server = await startTestServer({}, { deployment: 'supabase' });
  onTestFinished(server.stop);
  const { url, stop } = await serveWithDeno('confirm-phone', server);
  onTestFinished(stop);
  const { id, token } = await newPatient(server);
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ phone: aNumber() }),
  });
  expect([answer.status, await answer.json()]).toEqual([
    409,
    { code: 'not_now', message: "We don't send texts." },
  ]);
  const { rows } = await server.database.query('select from private.phone_codes where user_id = $1', [id]);
  expect(rows).toEqual([]);
});

test('a clinic that turned texts off sends no number a code', async () => {
  const server = await startTestServer();
  onTestFinished(server.stop);
  await server.database.query(`insert into public.clinic_settings (name, value) values ('texts', 'off')`);
  const { id, token } = await newPatient(server);
  const answer = await fetch(`${server.url}/functions/v1/confirm-phone`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ phone: aNumber() }),
  });
  expect([answer.status, await answer.json()]).toEqual([
    409,
    { code: 'not_now', message: "We don't send texts." },
  ]);
  const { rows } = await server.database.query('select from private.phone_codes where user_id = $1', [id]);
  expect(rows).toEqual([]);
});

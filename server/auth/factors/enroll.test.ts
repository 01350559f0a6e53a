import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { signIn } from '../testing/patients.ts';
import { callFactors, enroll, newEnrolled, newStaff, signInAgain, testClock } from '../testing/staff.ts';

const clock = testClock();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({}, { now: clock.now });
});
afterAll(() => server.stop());

const TOTP = { factor_type: 'totp', friendly_name: 'Phone' };
const refusal = async (answer: Response) => ({ status: answer.status, ...((await answer.json()) as object) });

test('a patient cannot enroll', async () => {
  const patient = await signIn(server, 'patient@example.com');
  expect(await refusal(await callFactors(server, patient, '', { body: TOTP }))).toEqual({
    status: 422,
    code: 'mfa_totp_enroll_not_enabled',
    message: 'MFA enroll is disabled for TOTP',
  });
  expect((await server.database.query('select from auth.mfa_factors')).rowCount).toBe(0);
});

test('no one who has left the care team enrolls', async () => {
  const staff = await newStaff(server);
  await server.database.query(
    'select public.team_deactivate(null, id) from public.care_team where email = $1',
    [staff.email],
  );
  expect(await refusal(await callFactors(server, staff, '', { body: TOTP }))).toMatchObject({
    status: 401,
    code: 'session_not_found',
  });
});

test.each([
  [{}, 400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn'],
  [{ factor_type: 'sms' }, 400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn'],
  [{ factor_type: 7 }, 400, 'bad_json', expect.any(String)],
  [{ ...TOTP, friendly_name: ['Phone'] }, 400, 'bad_json', expect.any(String)],
  ['totp', 400, 'bad_json', expect.any(String)],
  [{ ...TOTP, friendly_name: 'x'.repeat(61) }, 400, 'validation_failed', 'friendly_name is too long'],
  [
    { factor_type: 'phone', phone: '+15550100' },
    422,
    'mfa_phone_enroll_not_enabled',
    'MFA enroll is disabled for Phone',
  ],
  [
    { factor_type: 'webauthn' },
    422,
    'mfa_webauthn_enroll_not_enabled',
    'MFA enroll is disabled for WebAuthn',
  ],
])('enrolling with %j is refused', async (body, status, code, message) => {
  const staff = await newStaff(server);
  expect(await refusal(await callFactors(server, staff, '', { body }))).toEqual({ status, code, message });
});

test('without an issuer the app shows the address of the portal', async () => {
  const { client, email } = await newStaff(server);
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp' });
  const host = encodeURIComponent(new URL(server.settings.siteUrl).host);
  expect(data!.totp.uri).toContain(`otpauth://totp/${host}:${email}?`);
  expect(data!.totp.uri).toContain(`&issuer=${host}&`);
});

test('the longest names and address still fit in the QR code', async () => {
  const name = 'é'.repeat(60);
  const { client } = await newStaff(
    server,
    `${'+'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.example.com`,
  );
  const { data, error } = await client.auth.mfa.enroll({
    factorType: 'totp',
    friendlyName: name,
    issuer: name,
  });
  expect(error).toBeNull();
  expect(data!.totp.qr_code).toContain('<svg');
});

test('a name is used once, even by a factor that was never verified; after five minutes that one is removed', async () => {
  const staff = await newStaff(server);
  await enroll(staff.client);
  const { error } = await staff.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
  expect(error).toMatchObject({
    status: 422,
    code: 'mfa_factor_name_conflict',
    message: 'A factor with the friendly name "Phone" for this user already exists',
  });
  await server.database.query(
    `update auth.mfa_factors set created_at = created_at - interval '301 seconds' where user_id = $1`,
    [staff.session.user.id],
  );
  await enroll(staff.client);
  expect((await staff.client.auth.mfa.listFactors()).data!.all).toHaveLength(1);
});

test('a factor that someone is about to verify is not removed', async () => {
  const { client, session } = await newStaff(server);
  const { factorId } = await enroll(client);
  await server.database.query(
    `update auth.mfa_factors set created_at = created_at - interval '301 seconds' where user_id = $1`,
    [session.user.id],
  );
  await client.auth.mfa.challenge({ factorId });
  await enroll(client, 'Tablet');
  expect((await client.auth.mfa.listFactors()).data!.all).toHaveLength(2);
});

test('a mailbox adds no app next to the active one', async () => {
  const staff = await newEnrolled(server);
  await server.database.query('update public.care_team set factor_id = $2 where email = $1', [
    staff.email,
    staff.factorId,
  ]);
  const { client } = await signInAgain(server, staff);
  const { error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' });
  expect(error).toMatchObject({ status: 422, code: 'mfa_totp_enroll_not_enabled' });
});

test('a person with an active app cannot set up another or remove it: a colleague resets it', async () => {
  const staff = await newEnrolled(server);
  await server.database.query('update public.care_team set factor_id = $2 where email = $1', [
    staff.email,
    staff.factorId,
  ]);
  const { error } = await staff.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' });
  expect(error).toMatchObject({ status: 422, code: 'mfa_totp_enroll_not_enabled' });
  const removed = await staff.client.auth.mfa.unenroll({ factorId: staff.factorId });
  expect(removed.error).toMatchObject({ status: 422, message: expect.stringContaining('Ask a colleague') });
  expect((await staff.client.auth.mfa.listFactors()).data!.totp).toHaveLength(1);
});

test('ten factors are the maximum, even when requested at the same time', async () => {
  const { client } = await newStaff(server);
  const asked = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      client.auth.mfa.enroll({ factorType: 'totp', friendlyName: `Phone ${n}` }),
    ),
  );
  const codes = asked.map(({ error }) => error?.code);
  expect(codes.filter((code) => code === undefined)).toHaveLength(10);
  expect(codes.filter((code) => code === 'too_many_enrolled_mfa_factors')).toHaveLength(2);
});

test('the database stores no secret that generates codes', async () => {
  const { secret, session } = await newEnrolled(server);
  const { rows } = await server.database.query('select * from auth.mfa_factors where user_id = $1', [
    session.user.id,
  ]);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(secret);
});

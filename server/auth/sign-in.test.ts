import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import {
  anotherCode,
  askForCode,
  submitCode,
  call,
  clientOf,
  codeFor,
  letTimePass,
  signIn,
} from './testing/patients.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('an invited patient signs in with the code from their email', async () => {
  await server.invite('ada@example.com');
  const client = clientOf(server);
  const sent = await client.auth.signInWithOtp({
    email: ' Ada@Example.com',
    options: { shouldCreateUser: true, emailRedirectTo: `${server.url}/`, data: { role: 'admin' } },
  });
  expect(sent).toEqual({ data: { user: null, session: null, messageId: undefined }, error: null });
  const [mail] = await server.mail('ada@example.com');
  expect(mail?.code).toMatch(/^\d{6}$/);

  const { data, error } = await client.auth.verifyOtp({
    email: 'ADA@example.com',
    token: mail!.code!,
    type: 'email',
  });
  expect(error).toBeNull();
  expect(data.session).toMatchObject({
    token_type: 'bearer',
    expires_in: 600,
    user: { email: 'ada@example.com' },
  });
  expect(data.user?.user_metadata).toEqual({ email_verified: true });
  const { data: current } = await client.auth.getUser();
  expect(current.user).toEqual(data.user);
  const { rows } = await server.database.query(
    'select customer_email from public.customers where user_id = $1',
    [data.user!.id],
  );
  expect(rows).toEqual([{ customer_email: 'ada@example.com' }]);
});

test("the access token carries GoTrue's claims for ten minutes, and an id of its own", async () => {
  const { session } = await signIn(server, 'claims@example.com');
  const claims = decodeJwt(session.access_token);
  expect(decodeProtectedHeader(session.access_token)).toEqual({ alg: 'HS256', typ: 'JWT' });
  expect(claims).toEqual({
    iss: `${server.settings.siteUrl}/auth/v1`,
    sub: session.user.id,
    aud: 'authenticated',
    exp: claims.iat! + 600,
    iat: expect.any(Number),
    email: 'claims@example.com',
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { email_verified: true },
    role: 'authenticated',
    aal: 'aal1',
    amr: [{ method: 'otp', timestamp: expect.any(Number) }],
    session_id: expect.any(String),
    jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
    is_anonymous: false,
  });
  expect(session.expires_at).toBe(claims.exp);
});

test("the user has GoTrue's fields", async () => {
  const { session } = await signIn(server, 'fields@example.com');
  const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(session.user).toEqual({
    id: expect.any(String),
    aud: 'authenticated',
    role: 'authenticated',
    email: 'fields@example.com',
    email_confirmed_at: instant,
    phone: '',
    confirmed_at: instant,
    last_sign_in_at: instant,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { email_verified: true },
    identities: [expect.objectContaining({ provider: 'email', user_id: session.user.id })],
    created_at: instant,
    updated_at: instant,
    is_anonymous: false,
  });
});

test('signing in again finds the same user', async () => {
  const first = await signIn(server, 'again@example.com');
  const second = await signIn(server, 'again@example.com');
  expect(second.session.user.id).toBe(first.session.user.id);
  expect(second.session.access_token).not.toBe(first.session.access_token);
});

test('a code that was never used leaves no user behind', async () => {
  await server.invite('silent@example.com');
  expect((await askForCode(server, 'silent@example.com')).status).toBe(200);
  const { rows } = await server.database.query("select 1 from auth.users where email = 'silent@example.com'");
  expect(rows).toEqual([]);
});

test('a code works for ten minutes', async () => {
  await server.invite('slow@example.com');
  await askForCode(server, 'slow@example.com');
  await letTimePass(server, 'slow@example.com', '9 minutes 55 seconds');
  expect(
    (await submitCode(server, 'slow@example.com', await codeFor(server, 'slow@example.com'))).status,
  ).toBe(200);
});

test('a code is invalid after ten minutes', async () => {
  await server.invite('late@example.com');
  await askForCode(server, 'late@example.com');
  await letTimePass(server, 'late@example.com', '10 minutes');
  await expectRefused(submitCode(server, 'late@example.com', await codeFor(server, 'late@example.com')));
});

test('a code works once', async () => {
  await signIn(server, 'once@example.com');
  await expectRefused(submitCode(server, 'once@example.com', await codeFor(server, 'once@example.com')));
});

test('a new code replaces the one before', async () => {
  await server.invite('twice@example.com');
  await askForCode(server, 'twice@example.com');
  const first = await codeFor(server, 'twice@example.com');
  await letTimePass(server, 'twice@example.com', '61 seconds');
  await askForCode(server, 'twice@example.com');
  const second = await codeFor(server, 'twice@example.com');
  await expectRefused(submitCode(server, 'twice@example.com', first));
  expect((await submitCode(server, 'twice@example.com', second)).status).toBe(200);
});

test("one patient's code does not open another's account", async () => {
  await server.invite('mine@example.com');
  await server.invite('yours@example.com');
  await askForCode(server, 'mine@example.com');
  await askForCode(server, 'yours@example.com');
  await expectRefused(submitCode(server, 'yours@example.com', await codeFor(server, 'mine@example.com')));
});

test('the database holds neither codes nor refresh tokens', async () => {
  await server.invite('thief@example.com');
  await askForCode(server, 'thief@example.com');
  const code = await codeFor(server, 'thief@example.com');
  const codes = await server.database.query(
    "select * from portal_server.sign_in_codes where email = 'thief@example.com'",
  );
  expect(JSON.stringify(codes.rows)).not.toContain(code);
  const { session } = await signIn(server, 'thief@example.com');
  const tokens = await server.database.query<{ token: string }>('select token from auth.refresh_tokens');
  expect(tokens.rows.map((row) => row.token)).not.toContain(session.refresh_token);
  for (const { token } of tokens.rows) {
    const answer = await call(server, '/auth/v1/token?grant_type=refresh_token', {
      body: { refresh_token: token },
    });
    expect(answer.status).toBe(400);
  }
});

test('a wrong code is refused in words the patient sees', async () => {
  await server.invite('typo@example.com');
  await askForCode(server, 'typo@example.com');
  const { error } = await clientOf(server).auth.verifyOtp({
    email: 'typo@example.com',
    token: anotherCode(await codeFor(server, 'typo@example.com')),
    type: 'email',
  });
  expect(error).toMatchObject({
    status: 403,
    code: 'otp_expired',
    message: 'Token has expired or is invalid',
  });
});

test.each([
  [{ email: 'ada@example.com', token: '123456', type: 'magiclink' }, 'Only codes sent by email are verified'],
  [{ email: 'ada@example.com', token: '123456', type: 'recovery' }, 'Only codes sent by email are verified'],
  [{ phone: '+15550100', token: '123456', type: 'sms' }, 'Please enter a valid email address'],
  [{ email: 'ada@example.com', type: 'email' }, 'Verify requires a token'],
  [{ email: 'ada@example.com', token: 123456, type: 'email' }, 'Verify requires a token'],
  [{ token_hash: 'abc', type: 'email' }, 'Please enter a valid email address'],
])('verifying %j is refused', async (body, message) => {
  const answer = await call(server, '/auth/v1/verify', { body });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({ code: 'validation_failed', message });
});

test.each([
  { email: 'nobody' },
  { phone: '+15550100' },
  {},
  [],
  'ada@example.com',
  null,
  { email: { $ne: '' } },
])('asking for a code with %j is refused', async (body) => {
  const answer = await call(server, '/auth/v1/otp', { body });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'validation_failed' });
});

test('a body that is not JSON is refused', async () => {
  const headers = { apikey: server.keys.anonKey };
  const answer = await fetch(`${server.url}/auth/v1/otp`, { method: 'POST', headers, body: '{"email":' });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error_code: 'bad_json', message: expect.any(String) });
});

test("clients that do not name a version get GoTrue's older shape", async () => {
  const answer = await submitCode(server, 'nobody@example.com', '123456', { 'x-supabase-api-version': '' });
  expect(answer.headers.get('x-supabase-api-version')).toBeNull();
  expect(await answer.json()).toEqual({
    code: 403,
    error_code: 'otp_expired',
    msg: 'Token has expired or is invalid',
    message: 'Token has expired or is invalid',
  });
});

async function expectRefused(answering: Promise<Response>): Promise<void> {
  const answer = await answering;
  expect(answer.status).toBe(403);
  expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01');
  expect(await answer.json()).toEqual({ code: 'otp_expired', message: 'Token has expired or is invalid' });
}

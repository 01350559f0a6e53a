import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { call, clientOf } from './testing/patients.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.invite('ada@example.com');
});
afterAll(() => server.stop());

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const OPEN = ['GET /settings', 'GET /health', 'GET /.well-known/jwks.json'];
const FACTORS = ['POST /factors', 'DELETE /factors/1', 'POST /factors/1/challenge', 'POST /factors/1/verify'];
const SESSIONS = ['POST /otp', 'POST /verify', 'POST /token', 'GET /user', 'POST /logout'];
const PASSKEYS = [
  'GET /passkeys',
  'PATCH /passkeys/1',
  'DELETE /passkeys/1',
  'POST /passkeys/registration/options',
  'POST /passkeys/registration/verify',
];
const PASSKEY_SIGN_IN = ['POST /passkeys/authentication/options', 'POST /passkeys/authentication/verify'];
const OURS = new Set([...SESSIONS, ...FACTORS, ...PASSKEYS, ...PASSKEY_SIGN_IN, ...OPEN]);
const PATHS =
  `/ /signup /magiclink /recover /resend /invite /otp /verify /token /user /logout /settings /health
  /reauthenticate /authorize /callback /sso /sso/saml/acs /sso/saml/metadata /factors
  /factors/1 /factors/1/challenge /factors/1/verify /admin/users/1/factors /user/identities/authorize /user/identities/1 /admin /admin/users /admin/users/1 /admin/generate_link /admin/audit
  /oauth/authorize /oauth/token /oauth/clients/register /passkeys /passkeys/1 /passkeys/registration/options
  /passkeys/authentication/verify /admin/users/1/passkeys /scim/v2/Users /.well-known/jwks.json
  /.well-known/openid-configuration /otp/ /nothing`.split(/\s+/);

test('every other path and method is refused clearly, whatever key is shown', async () => {
  const body = { email: 'ada@example.com', password: 'secret123', token: '123456', type: 'signup' };
  for (const key of [server.keys.anonKey, server.keys.serviceRoleKey]) {
    for (const path of PATHS) {
      for (const method of METHODS.filter((verb) => !OURS.has(`${verb} ${path}`))) {
        const answer = await call(server, `/auth/v1${path}`, {
          method,
          headers: { apikey: key, authorization: `Bearer ${key}` },
          ...(method !== 'GET' && { body }),
        });
        const what = `${method} ${path}`;
        expect([400, 403, 404, 422], what).toContain(answer.status);
        expect(await answer.json(), what).toEqual({ code: expect.any(String), message: expect.any(String) });
      }
    }
  }
  expect((await server.database.query('select from auth.users')).rowCount).toBe(0);
  expect((await server.database.query('select from portal_server.mailbox')).rowCount).toBe(0);
});

test('a key that is not a person has no factors, and no passkeys', async () => {
  for (const factors of [...FACTORS, ...PASSKEYS]) {
    const [method, path] = factors.split(' ') as [string, string];
    const answer = await call(server, `/auth/v1${path}`, {
      method,
      ...(['POST', 'PATCH'].includes(method) && { body: {} }),
    });
    expect({ factors, status: answer.status }).toEqual({ factors, status: 401 });
  }
});

test('the client learns that passwords, sign-ups and links do not exist', async () => {
  const { auth } = clientOf(server);
  const email = 'ada@example.com';
  const password = 'secret123';
  expect((await auth.signUp({ email, password })).error?.code).toBe('signup_disabled');
  expect((await auth.signInWithPassword({ email, password })).error?.code).toBe('unsupported_grant_type');
  expect((await auth.signInAnonymously()).error?.code).toBe('signup_disabled');
  expect((await auth.resetPasswordForEmail(email)).error?.code).toBe('email_provider_disabled');
  expect((await auth.signInWithSSO({ domain: 'example.com' })).error?.code).toBe('saml_provider_disabled');
  expect((await auth.admin.listUsers()).error?.code).toBe('not_admin');
  expect((await auth.admin.createUser({ email, password })).error?.code).toBe('not_admin');
});

test.each(['/otp', '/verify', '/token?grant_type=refresh_token', '/logout', '/signup', '/nothing'])(
  '%s requires a key',
  async (path) => {
    const answer = await fetch(`${server.url}/auth/v1${path}`, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error_code: 'no_authorization' });
  },
);

test('anyone can learn what the server offers', async () => {
  const answers = await Promise.all(
    OPEN.map(async (open) => (await fetch(`${server.url}/auth/v1${open.slice('GET '.length)}`)).json()),
  );
  expect(answers[0]).toMatchObject({
    external: { email: true, phone: false, google: false, anonymous_users: false },
    disable_signup: true,
    mailer_autoconfirm: false,
  });
  expect(answers[1]).toMatchObject({
    name: 'GoTrue',
    version: expect.any(String),
    description: expect.any(String),
  });
  expect(answers[2]).toEqual({ keys: [] });
});

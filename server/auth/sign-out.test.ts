import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { call, refreshWith, signIn } from './testing/patients.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const userStatus = async (token: string) =>
  (await call(server, '/auth/v1/user', { headers: { authorization: `Bearer ${token}` } })).status;

test.each([
  { path: '/auth/v1/user' },
  { path: '/auth/v1/logout', body: {} },
  { path: '/rest/v1/customers?select=*' },
  { path: '/functions/v1/validate-email', body: { email: 'ada@example.com' } },
  { path: '/functions/v1/fetch-scheduled-appointments' },
  { path: '/functions/v1/update-privacy-preferences', body: { smsConsent: 'no such form' } },
])('after signing out the token is refused by $path right away', async ({ path, ...request }) => {
  const { client, session } = await signIn(server, 'ada@example.com');
  expect((await client.auth.signOut()).error).toBeNull();
  const headers = { authorization: `Bearer ${session.access_token}` };
  const answer = await call(server, path, { ...request, headers });
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({
    message: 'Session from session_id claim in JWT does not exist',
  });
  expect((await refreshWith(server, session.refresh_token)).status).toBe(400);
});

test.each([
  ['global', [401, 401]],
  ['local', [401, 200]],
  ['others', [200, 401]],
] as const)('signing out with scope %s leaves %j on this and the other device', async (scope, expected) => {
  const here = await signIn(server, `${scope}@example.com`);
  const there = await signIn(server, `${scope}@example.com`);
  expect((await here.client.auth.signOut({ scope })).error).toBeNull();
  const statuses = [
    await userStatus(here.session.access_token),
    await userStatus(there.session.access_token),
  ];
  expect(statuses).toEqual(expected);
});

test('signing out touches no one else', async () => {
  const ada = await signIn(server, 'ada2@example.com');
  const bea = await signIn(server, 'bea@example.com');
  await ada.client.auth.signOut();
  expect(await userStatus(bea.session.access_token)).toBe(200);
});

test('signing out answers 204 without a body, and an unknown scope is refused', async () => {
  const { session } = await signIn(server, 'raw@example.com');
  const headers = { authorization: `Bearer ${session.access_token}` };
  const refused = await call(server, '/auth/v1/logout?scope=everyone', { headers, body: {} });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ code: 'validation_failed' });
  const answer = await call(server, '/auth/v1/logout?scope=global', { headers, method: 'POST' });
  expect(answer.status).toBe(204);
  expect(await answer.text()).toBe('');
});

test.each(['anonKey', 'serviceRoleKey'] as const)('the %s cannot sign out', async (key) => {
  const headers = { authorization: `Bearer ${server.keys[key]}` };
  expect((await call(server, '/auth/v1/logout', { headers, body: {} })).status).toBe(401);
  expect((await call(server, '/auth/v1/user', { headers })).status).toBe(401);
});

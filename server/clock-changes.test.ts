import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { askForCode, submitCode, codeFor, refreshWith, signIn } from './auth/testing/patients.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

// The server's clock is set while it runs: time services do that, and so do people. The database has its
// own.

const HOUR = 3_600_000;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
afterEach(() => {
  vi.useRealTimers();
});

const setClock = (by: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + by });
};
const record = (token: string) =>
  fetch(`${server.url}/rest/v1/customers?select=status`, {
    headers: { apikey: server.keys.anonKey, authorization: `Bearer ${token}` },
  });

test.each([
  ['forward', 2 * HOUR],
  ['back', -2 * HOUR],
])(
  'with the clock set two hours %s, a patient continues after at most one refresh, and never as someone else',
  async (_, by) => {
    const { session } = await signIn(server, `clock${by}@example.com`);
    setClock(by);
    expect((await record(session.access_token)).status).toBe(by > 0 ? 401 : 200);
    const refreshed = await refreshWith(server, session.refresh_token);
    expect(refreshed.status).toBe(200);
    const { access_token: token, user } = (await refreshed.json()) as {
      access_token: string;
      user: { id: string };
    };
    expect(user.id).toBe(session.user.id);
    expect((await record(token)).status).toBe(200);
  },
);

test('with the clock set back, a code lives no longer: the database counts its minutes', async () => {
  const email = 'late@example.com';
  await server.invite(email);
  await askForCode(server, email);
  const code = await codeFor(server, email);
  await server.database.query(
    `update portal_server.sign_in_codes set expires_at = expires_at - interval '11 minutes' where email = $1`,
    [email],
  );
  setClock(-2 * HOUR);
  expect((await submitCode(server, email, code)).status).toBe(403);
});

test('with the clock set forward, the minute between two emails to one address is still a minute', async () => {
  const email = 'twice@example.com';
  await server.invite(email);
  expect((await askForCode(server, email)).status).toBe(200);
  setClock(HOUR);
  expect((await askForCode(server, email)).status).toBe(429);
});

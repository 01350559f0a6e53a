import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPatient } from '../testing/patient.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ CORS_ORIGINS: 'https://clinic.example.com' });
});
afterAll(() => server.stop());

const API = ['/auth/v1/user', '/rest/v1/customers', '/functions/v1/validate-email'];

describe.each(['/health', '/config.json', '/home', ...API])('every response, here of %s,', (path) => {
  test('has the headers that keep the page to itself', async () => {
    const { headers } = await fetch(server.url + path);
    const policy = headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    // Allowed by its hash, in Home's page only.
    expect(policy).toMatch(
      path === '/home' ? /script-src 'self'( 'sha256-[^']{44}')?;/ : /script-src 'self';/,
    );
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('permissions-policy')).toContain('geolocation=()');
    expect(headers.get('x-powered-by')).toBeNull();
  });
});

test('camera, microphone and screen are allowed only on a call’s page', async () => {
  const permissionsOf = async (path: string) =>
    (await fetch(server.url + path)).headers.get('permissions-policy');
  for (const path of ['/home', '/calls', '/config.json', '/team', '/team/patients/4f1c'])
    expect(await permissionsOf(path)).toContain('camera=(), microphone=(), display-capture=()');
  for (const path of ['/call/3f1c2c64-98a4-4a5e-9f0e-1d2f3a4b5c6d', '/call/aaa.bbb.ccc', '/team/calls/4f1c'])
    expect(await permissionsOf(path)).toContain('camera=(self), microphone=(self), display-capture=(self)');
});

test('a socket to our own origin is allowed, and no other', async () => {
  const policy = (await fetch(`${server.url}/home`)).headers.get('content-security-policy');
  expect(policy).toContain("connect-src 'self' ws://localhost:0;");
});

describe.each(API)('%s', (path) => {
  const bearer = () => ({
    authorization: `Bearer ${server.keys.anonKey}`,
    'content-type': 'application/json',
  });

  test('is never cached', async () => {
    expect((await fetch(server.url + path)).headers.get('cache-control')).toBe('no-store');
  });

  test('refuses a body over 256 KB, announced or not, with JSON', async () => {
    const { token } = await newPatient(server);
    const headers = { ...bearer(), authorization: `Bearer ${token}` };
    const large = JSON.stringify({ email: 'x'.repeat(257 * 1024) });
    const announced = await fetch(server.url + path, { method: 'POST', headers, body: large });
    const streamed = await fetch(server.url + path, {
      method: 'POST',
      headers,
      body: new Blob([large]).stream(),
      duplex: 'half',
    } as RequestInit);
    for (const response of [announced, streamed]) {
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({ message: 'The request body is larger than 256 KB.' });
    }
  });

  test('without a credential responds 401 with JSON', async () => {
    const response = await fetch(server.url + path);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ message: expect.stringMatching(/\w/) });
  });

  test('lets only configured origins read its responses', async () => {
    const from = async (origin: string) =>
      (
        await fetch(server.url + path, {
          method: 'OPTIONS',
          headers: { origin, 'access-control-request-method': 'POST' },
        })
      ).headers.get('access-control-allow-origin');
    expect(await from('https://clinic.example.com')).toBe('https://clinic.example.com');
    expect(await from('https://evil.example.com')).toBeNull();
  });
});

test.each([
  '/auth/v1/otp',
  '/auth/v1/verify',
  '/auth/v1/token?grant_type=refresh_token',
  '/rest/v1/customers',
  '/functions/v1/validate-email',
])('broken JSON to %s is a 400 with a message', async (path) => {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.keys.anonKey}`, 'content-type': 'application/json' },
    body: '{"email":',
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ message: expect.stringMatching(/\w/) });
});

test.each([
  '/storage/v1/object/x',
  '/realtime/v1/websocket',
  '/auth/v1/nothing',
  '/functions/v1/nothing',
  '/functions/v1/..%2f..%2fetc%2fpasswd',
])('%s does not exist, and says so in JSON', async (path) => {
  const response = await fetch(server.url + path, {
    headers: { authorization: `Bearer ${server.keys.anonKey}` },
  });
  expect(response.status).toBe(404);
});

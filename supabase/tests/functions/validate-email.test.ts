import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveWithDeno } from '../../../server/testing/deno.ts';
import { startTestServer, type TestServer } from '../../../server/testing/test-server.ts';

let server: TestServer;
let deno: Awaited<ReturnType<typeof serveWithDeno>>;

beforeAll(async () => {
  server = await startTestServer();
  await server.invite('robin@example.com');
  await server.invite('left@example.com');
  await server.database.query(
    `update public.invitations set revoked_at = now() where email = 'left@example.com'`,
  );
  deno = await serveWithDeno('validate-email', server, { RATE_LIMIT_SCALE: '1000' });
});
afterAll(async () => {
  await deno.stop();
  await server.stop();
});

describe.each([
  ['on Node, in the embedded deployment', () => `${server.url}/functions/v1/validate-email`],
  ['on Deno, as on Supabase', () => deno.url],
])('validate-email %s', (_, address) => {
  const ask = (body: string, init: RequestInit = {}) =>
    fetch(address(), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.keys.anonKey}`,
        'content-type': 'application/json',
        'x-forwarded-for': '203.0.113.7',
      },
      body,
      ...init,
    });

  test('an invited address is authorized, however it is written', async () => {
    const response = await ask(JSON.stringify({ email: ' Robin@Example.com ' }));
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ authorized: true });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test.each(['stranger@example.com', 'left@example.com'])('%s is not authorized', async (email) => {
    const response = await ask(JSON.stringify({ email }));
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({
      code: 'email_not_authorized',
      message: 'This email is not authorized to use the application.',
    });
  });

  test.each([
    ['{}', 'email: Please enter a valid email address'],
    ['{"email":7}', 'email: Please enter a valid email address'],
    ['{"email":"robin"}', 'email: Please enter a valid email address'],
    [
      JSON.stringify({ email: `${'x'.repeat(300)}@example.com` }),
      'email: Please enter a valid email address',
    ],
    [`{"email":"' or 1=1 --"}`, 'email: Please enter a valid email address'],
    ['{', 'The request body is not valid JSON.'],
    ['', 'The request body is not valid JSON.'],
  ])('%s is refused', async (body, message) => {
    const response = await ask(body);
    expect(response.status).toBe(400);
    expect(((await response.json()) as { message: string }).message).toBe(message);
  });

  test('another method is refused', async () => {
    const response = await fetch(address(), { headers: { authorization: `Bearer ${server.keys.anonKey}` } });
    expect(response.status).toBe(405);
    expect(await response.json()).toEqual({ code: 'method_not_allowed', message: 'Use POST.' });
  });

  test.each([{}, { authorization: 'Bearer nonsense' }])('the credential %o is refused', async (headers) => {
    const response = await ask('{"email":"robin@example.com"}', { headers });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  });

  test('a browser’s preflight is answered', async () => {
    const response = await fetch(address(), {
      method: 'OPTIONS',
      headers: { origin: server.settings.siteUrl, 'access-control-request-method': 'POST' },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-headers')).toContain('x-client-timezone');
  });

  test('one client can ask about one address thirty times in five minutes', async () => {
    const email = `often-${new URL(address()).port}@example.com`;
    const answers = [];
    for (let count = 0; count < 31; count += 1) answers.push(await ask(JSON.stringify({ email })));
    expect(answers.map((answer) => answer.status)).toEqual([...Array<number>(30).fill(403), 429]);
    expect(Number(answers.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(200);
  });
});

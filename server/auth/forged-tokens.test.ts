import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { forgedTokens, type Forgery } from './testing/forged-tokens.ts';
import { call, signIn } from './testing/patients.ts';

const SECRET = 'the-very-secret-that-signs-every-token-here';
const paths = [
  { path: '/auth/v1/user' },
  { path: '/rest/v1/customers?select=*' },
  { path: '/functions/v1/validate-email', body: { email: 'ada@example.com' } },
];

let server: TestServer;
let real: string;
let forged: Forgery[];
beforeAll(async () => {
  server = await startTestServer({ JWT_SECRET: SECRET });
  real = (await signIn(server, 'ada@example.com')).session.access_token;
  forged = forgedTokens(real, SECRET);
});
afterAll(() => server.stop());

test.each(paths)(
  '500 forged tokens are refused by $path, and the real one is not',
  async ({ path, ...request }) => {
    const bearer = (token: string) => ({ ...request, headers: { authorization: `Bearer ${token}` } });
    expect((await call(server, path, bearer(real))).status).toBe(200);
    const answers: unknown[] = [];
    for (const { kind, token } of forged) {
      const answer = await call(server, path, bearer(token));
      answers.push({ kind, status: answer.status, body: await answer.json() });
    }
    expect(answers).toEqual(
      forged.map(({ kind }) => ({
        kind,
        status: 401,
        body: expect.objectContaining({ message: expect.any(String) }),
      })),
    );
  },
);

test.each(paths)(
  'a forged key is refused by $path, with and without a good bearer',
  async ({ path, ...request }) => {
    for (const { kind, token } of forged.slice(0, 60)) {
      const alone = await call(server, path, { ...request, headers: { apikey: token } });
      expect({ kind, status: alone.status }).toEqual({ kind, status: 401 });
      const headers = { apikey: token, authorization: `Bearer ${real}` };
      const withBearer = await call(server, path, { ...request, headers });
      expect({ kind, status: withBearer.status }).toEqual({ kind, status: 401 });
    }
  },
);

test.each(paths)("a patient's token is no key for $path", async ({ path, ...request }) => {
  expect((await call(server, path, { ...request, headers: { apikey: real } })).status).toBe(401);
});

test.each(paths)('no credential at all is refused by $path', async ({ path, body }) => {
  const answer = await fetch(`${server.url}${path}`, {
    method: body ? 'POST' : 'GET',
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(answer.status).toBe(401);
});

test.each(['', 'Bearer', 'Bearer ', 'Basic YWRhOmFkYQ==', 'Bearer a b', 'Token abc'])(
  'the authorization %j is refused',
  async (authorization) => {
    expect((await call(server, '/auth/v1/user', { headers: { authorization } })).status).toBe(401);
  },
);

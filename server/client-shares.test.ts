import { afterAll, beforeAll, expect, test } from 'vitest';
import { refreshTokenOf } from './auth/refresh-token.ts';
import { openSession } from './auth/sessions.ts';
import type { User } from './auth/users.ts';
import { signInPatient, type Patient } from './rest/testing.ts';
import { holdTables } from './testing/hold-tables.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';
import { times } from './testing/times.ts';

const AT_ONCE = 3;
const REQUESTS = 150;
const CLIENT = '192.0.2.1';
const WITHIN = { timeout: 6_000 };

let server: TestServer;
let [ann, ben]: Patient[] = [];
let refreshToken: string;
let link: string;
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' });
  const { database, keys } = server;
  ann = await signInPatient(server, 'ann@example.com');
  ben = await signInPatient(server, 'ben@example.com');
  const { nonce } = await openSession(database.query, { id: ann.id } as User);
  refreshToken = refreshTokenOf(keys, nonce);
  const file = { url: 'guides/a.pdf', maker: { role: 'service_role', session: null } };
  link = await keys.sign({ ...file, exp: Math.floor(Date.now() / 1000) + 600 });
  await database.query(`
    create table public.quick (id integer);
    grant select on public.quick to authenticated`);
  // The first read locks every table, even those locked below.
  expect((await ask(READ)).status).toBe(200);
});
afterAll(() => server.stop());

type Endpoint = { lock: string; path: string; method?: string; token?: () => string; body?: () => object };
const email = 'somebody@example.com';
const message = { topic: 'call:nobody', event: 'word', payload: 1, private: true };

/** Each with a table that it needs and that another patient's read (READ) does not. */
const ENDPOINTS: Record<string, Endpoint> = {
  'who is signed in': { lock: 'public.invitations', path: '/auth/v1/user', token: () => ann!.token },
  'signing out': {
    lock: 'public.invitations',
    path: '/auth/v1/logout?scope=others',
    method: 'POST',
    token: () => ann!.token,
  },
  'a fresh token': {
    lock: 'auth.refresh_tokens',
    path: '/auth/v1/token?grant_type=refresh_token',
    body: () => ({ refresh_token: refreshToken }),
  },
  'asking for a code': { lock: 'public.invitations', path: '/auth/v1/otp', body: () => ({ email }) },
  'bringing a code': {
    lock: 'portal_server.sign_in_codes',
    path: '/auth/v1/verify',
    body: () => ({ email, token: '123456', type: 'email' }),
  },
  'bringing a code for a new address': {
    lock: 'portal_server.email_change_guesses, private.limits',
    path: '/auth/v1/verify',
    body: () => ({ email, token: '123456', type: 'email_change' }),
  },
  'the limits of a client': {
    lock: 'private.limits',
    path: '/auth/v1/user',
    method: 'PUT',
    token: () => ann!.token,
    body: () => ({ email }),
  },
  'a public file': { lock: 'storage.objects', path: '/storage/v1/object/public/guides/a.pdf' },
  'a file by its policies': {
    lock: 'storage.objects',
    path: '/storage/v1/object/authenticated/guides/a.pdf',
    token: () => ann!.token,
  },
  'a link to a file': { lock: 'storage.objects', path: '/storage/v1/object/sign/guides/a.pdf?token=LINK' },
  'the rules of a bucket': {
    lock: 'storage.buckets',
    path: '/storage/v1/object/guides/a.pdf',
    token: () => ann!.token,
    body: () => ({ anything: 'that is sent as a file' }),
  },
  'whether somebody is invited': {
    lock: 'private.limits',
    path: '/functions/v1/validate-email',
    body: () => ({ email }),
  },
  'the articles': { lock: 'public.blog_articles', path: '/functions/v1/get-blog-posts' },
  'what a function reads for a patient': {
    lock: 'public.medical_notes',
    path: '/functions/v1/fetch-medical-notes',
    token: () => ann!.token,
  },
  'the limit of a function': { lock: 'private.limits', path: '/functions/v1/get-blog-posts' },
  'a broadcast': {
    lock: 'realtime.messages',
    path: '/realtime/v1/api/broadcast',
    body: () => ({ messages: [message] }),
  },
};

const READ = { path: '/rest/v1/quick', token: () => ben!.token };

async function ask(
  { path, method, token, body }: Omit<Endpoint, 'lock'>,
  client = CLIENT,
): Promise<Response> {
  return fetch(server.url + path.replace('LINK', link), {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: {
      apikey: server.keys.anonKey,
      authorization: `Bearer ${token?.() ?? server.keys.anonKey}`,
      'content-type': 'application/json',
      'x-forwarded-for': client,
    },
    ...(body && { body: JSON.stringify(body()) }),
  });
}

const BODIES: Record<string, object> = {
  auth: { code: 429, error_code: 'over_request_rate_limit' },
  storage: { statusCode: '429', code: 'over_request_rate_limit' },
  functions: { code: 'too_many_requests' },
  realtime: { code: 'over_request_rate_limit' },
};

const EVERY = Object.entries(ENDPOINTS).map(([name, endpoint], turn) => [name, endpoint, turn] as const);

test.each(
  times(
    EVERY.filter(([, , turn]) => turn % 2 === 0),
    EVERY,
  ),
)(
  '150 requests from one client at one endpoint, %s, leave other clients’ reads answered',
  async (_, endpoint, turn) => {
    // A different client at each endpoint: one that has kept the database busy gets less for a while.
    const client = `198.51.100.${turn}`;
    ann = await signInPatient(server, `ann${turn}@example.com`);
    const held = await holdTables(server, endpoint.lock);
    const refused: Response[] = [];
    const asked = Array.from({ length: REQUESTS }, async () => {
      const answer = await ask(endpoint, client);
      if (answer.status === 429) refused.push(answer);
      return answer.status;
    });
    // Once someone is refused, the client's queue is full.
    await expect.poll(() => refused.length, WITHIN).toBeGreaterThan(0);
    // Less than their share, if they have kept the database busy so far.
    await expect.poll(held.blocked, WITHIN).toBeGreaterThan(0);
    expect(await held.blocked()).toBeLessThanOrEqual(AT_ONCE);
    expect(server.database.load().waiting).toBe(0);
    expect((await ask(READ, '192.0.2.2')).status).toBe(200);
    await held.release();
    expect((await Promise.all(asked)).filter((status) => status >= 500)).toEqual([]);
    expect(refused[0]!.headers.get('retry-after')).toBe('1');
    expect(await refused[0]!.json()).toMatchObject(BODIES[endpoint.path.split('/')[1]!]!);
  },
  30_000,
);

import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPatient } from '../testing/patient.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

type Line = { event: string; id?: string; route?: string; status?: number };

const lines: Line[] = [];
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(
    { LOG_REQUESTS: 'true' },
    { log: (event, facts) => lines.push({ event, ...facts }) },
  );
});
afterAll(() => server.stop());

/** The line is written once the answer is sent, so the client may know first. */
async function lineOf(response: Response): Promise<Line> {
  const id = response.headers.get('x-request-id');
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  await expect.poll(() => lines.find((line) => line.id === id)).toBeDefined();
  return lines.find((line) => line.id === id)!;
}

test('a request is one line: its id, the pattern of its route, the status and the time', async () => {
  const line = await lineOf(await fetch(`${server.url}/health`));
  expect(line).toEqual({
    event: 'request',
    id: expect.any(String),
    method: 'GET',
    route: '/health',
    status: 200,
    ms: expect.any(Number),
  });
});

test('functions are distinguished, and an unknown one has no name of its own', async () => {
  const call = (name: string) => fetch(`${server.url}/functions/v1/${name}`, { method: 'POST' });
  expect(await lineOf(await call('validate-email'))).toMatchObject({
    route: '/functions/v1/validate-email',
    status: 401,
  });
  expect(await lineOf(await call('robin@example.com'))).toMatchObject({
    route: '/functions/v1/:name',
    status: 404,
  });
});

test('whatever a patient sends, no line contains it', async () => {
  const { token, id } = await newPatient(server);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const requests: [string, RequestInit][] = [
    ['/rest/v1/customers?customer_email=eq.secret@example.com', { headers }],
    [`/rest/v1/customers?user_id=eq.${id}`, { headers }],
    ['/storage/v1/object/documents/secret-letter.pdf', { headers }],
    ['/secret/page?of=secret', {}],
    [
      '/functions/v1/submit-ovulation-test-result',
      { method: 'POST', headers, body: '{"result":"secret","note":"secret"}' },
    ],
    ['/auth/v1/verify', { method: 'POST', headers, body: '{"email":"secret@example.com","token":"424242"}' }],
  ];
  for (const [path, init] of requests) await lineOf(await fetch(server.url + path, init));
  const written = JSON.stringify(lines);
  for (const secret of ['secret', '424242', token, id, '127.0.0.1', 'example.com']) {
    expect(written).not.toContain(secret);
  }
});

test('a function’s own calls to the database are not requests', async () => {
  const before = lines.length;
  const answer = await fetch(`${server.url}/functions/v1/validate-email`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.keys.anonKey}` },
    body: '{"email":"nobody@example.com"}',
  });
  await lineOf(answer);
  expect(lines.slice(before).map(({ route }) => route)).toEqual(['/functions/v1/validate-email']);
});

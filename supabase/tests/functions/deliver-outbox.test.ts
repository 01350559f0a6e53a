import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { serveWithDeno } from '../../../server/testing/deno.ts';
import { newPatient } from '../../../server/testing/patient.ts';
import { startTestServer, type TestServer } from '../../../server/testing/test-server.ts';

type Mail = { from: string; to: string[]; subject: string; attachments: { content: string }[] };
type Asked = { path: string; key: string | undefined; authorization: string | undefined; body: string };

const asked: Asked[] = [];
let answer = 200;
/** A local email and text service that keep what they receive. */
const services = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (part: string) => (body += part));
  request.on('end', () => {
    const { authorization, 'idempotency-key': key } = request.headers;
    asked.push({ path: request.url!, key: key as string, authorization, body });
    response.writeHead(answer).end('{}');
  });
});

let server: TestServer;
let deno: Awaited<ReturnType<typeof serveWithDeno>>;
beforeAll(async () => {
  await new Promise<void>((ready) => services.listen(0, '127.0.0.1', ready));
  const base = `http://127.0.0.1:${(services.address() as AddressInfo).port}`;
  server = await startTestServer({}, { deployment: 'supabase' });
  deno = await serveWithDeno('deliver-outbox', server, {
    MAIL_API_URL: `${base}/emails`,
    MAIL_API_TOKEN: 'mail-token',
    SMS_URL: `${base}/texts`,
    SMS_TOKEN: 'account:secret',
    MAIL_FROM: 'Béa <care@clinic.example>',
  });
});
afterAll(async () => {
  await deno.stop();
  await server.stop();
  services.close();
});
beforeEach(async () => {
  answer = 200;
  asked.length = 0;
  await server.database.query('delete from public.outbox');
});

const write = (channel: string, recipient: string) =>
  server.database.query(
    `insert into public.outbox (key, channel, recipient, subject, body_text, attachments)
     values ($1, $2, $1, 'Your call', 'See you then', '[{"filename":"call.ics","contentType":"text/calendar","content":"Béa"}]')`,
    [recipient, channel],
  );
const deliver = async (token = server.keys.serviceRoleKey) => {
  const response = await fetch(deno.url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: '{}',
  });
  return { status: response.status, json: await response.json() };
};
const states = async () =>
  (
    await server.database.query(
      'select key, sent_at is not null as sent, attempts, last_error as error from public.outbox order by key',
    )
  ).rows;

test('what is due is sent once, email and texts, and only once', async () => {
  await write('email', 'robin@example.com');
  await write('sms', '+15550100');
  expect(await deliver()).toEqual({ status: 200, json: { delivered: 2 } });
  expect(await deliver()).toEqual({ status: 200, json: { delivered: 0 } });
  expect(asked).toHaveLength(2);

  const mail = asked.find(({ path }) => path === '/emails')!;
  expect(mail.authorization).toBe('Bearer mail-token');
  expect(mail.key).toMatch(/^[0-9a-f-]{36}$/);
  const { from, to, subject, attachments } = JSON.parse(mail.body) as Mail;
  expect({ from, to, subject }).toEqual({
    from: 'Béa <care@clinic.example>',
    to: ['robin@example.com'],
    subject: 'Your call',
  });
  expect(Buffer.from(attachments[0]!.content, 'base64').toString()).toBe('Béa');

  const sms = asked.find(({ path }) => path === '/texts')!;
  expect(sms.authorization).toBe(`Basic ${Buffer.from('account:secret').toString('base64')}`);
  expect(Object.fromEntries(new URLSearchParams(sms.body))).toEqual({
    To: '+15550100',
    Body: 'See you then',
  });
});

test('a service that refuses is retried later, and its words are not kept', async () => {
  answer = 422;
  await write('email', 'robin@example.com');
  expect((await deliver()).status).toBe(200);
  expect(await states()).toEqual([{ key: 'robin@example.com', sent: false, attempts: 1, error: 'HTTP 422' }]);
  expect((await deliver()).json).toEqual({ delivered: 0 });
});

test('two hundred messages and three concurrent runs: each is sent, and none twice', async () => {
  await server.database.query(
    `insert into public.outbox (key, channel, recipient, body_text)
     select i || '@example.com', 'email', i || '@example.com', 'Hello' from generate_series(1, 200) i`,
  );
  const calls = await Promise.all([deliver(), deliver(), deliver()]);
  expect(calls.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(asked.map(({ key }) => key)).size).toBe(200);
  expect(asked).toHaveLength(200);
});

test('only the clinic’s own key may call it', async () => {
  await write('email', 'robin@example.com');
  const { token } = await newPatient(server);
  expect((await deliver(server.keys.anonKey)).status).toBe(403);
  expect((await deliver(token)).status).toBe(403);
  expect((await deliver('nonsense')).status).toBe(401);
  expect(asked).toEqual([]);
});

test('in the embedded deployment, where a worker sends, there is no such function', async () => {
  const response = await fetch(`${server.url}/functions/v1/deliver-outbox`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.keys.serviceRoleKey}` },
  });
  expect(response.status).toBe(404);
});

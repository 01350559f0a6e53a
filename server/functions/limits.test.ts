import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { serveWithDeno } from '../testing/deno.ts';
import { newPatient } from '../testing/patient.ts';
import { withTestServer, type TestServer } from '../testing/test-server.ts';

const EIGHT = [
  '2026-01-01T00:00:00Z',
  '1',
  'No',
  '',
  '30 minutes',
  '4 to 5 hours',
  'Easy and straightforward',
  '',
];
const APPOINTMENT_CHANGES: [string, object][] = [
  [
    'schedule-appointment',
    {
      appointmentType: 'nothing',
      appointmentTypeName: 'Call',
      interactionType: 'video_call',
      startTime: '2026-12-07T10:00:00Z',
      endTime: '2026-12-07T10:30:00Z',
    },
  ],
  [
    'reschedule-appointment',
    { appointmentId: randomUUID(), startTime: '2026-12-07T10:00:00Z', endTime: '2026-12-07T10:30:00Z' },
  ],
  ['cancel-appointment', { appointmentId: randomUUID() }],
];
const SUBMISSIONS: [string, object][] = [
  ['submit-before-treatment-survey', { response: 'neutral' }],
  ['submit-ovulation-test-result', { result: 'Invalid' }],
  ['submit-pregnancy-test-result', { result: 'negative', cycle: 1, date: '2026-01-01T00:00:00Z' }],
  ['submit-applicator-use-survey', { responses: EIGHT }],
  [
    'update-privacy-preferences',
    { privacy_policy_accepted: true, data_usage_consent: true, research_consent: true, sms_consent: true },
  ],
];

const ask = (url: string, token: string, body: object) =>
  fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function expectTooMany(answer: Response): Promise<void> {
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(500);
  expect(await answer.json()).toEqual({
    code: 'too_many_requests',
    message: expect.stringMatching(/^Too many attempts\. Please try again in \d+ minutes\.$/),
  });
}

test.each([
  ['changes of calls', APPOINTMENT_CHANGES, 3],
  ['forms', SUBMISSIONS, 6],
])('%s of one patient are counted together, and no one else’s with them', async (_, functions, most) => {
  const server = await withTestServer({ RATE_LIMIT_SCALE: '0.1' });
  const [patient, other] = [await newPatient(server), await newPatient(server)];
  const addressOf = (turn: number) => `${server.url}/functions/v1/${functions[turn % functions.length]![0]}`;
  const bodyOf = (turn: number) => functions[turn % functions.length]![1];
  for (let turn = 0; turn < most; turn += 1) {
    expect((await ask(addressOf(turn), patient.token, bodyOf(turn))).status).not.toBe(429);
  }
  for (let turn = 0; turn < functions.length; turn += 1) {
    await expectTooMany(await ask(addressOf(turn), patient.token, bodyOf(turn)));
  }
  expect((await ask(addressOf(0), other.token, bodyOf(0))).status).not.toBe(429);
});

test('a patient who books and cancels all day long changes 60 calls, however they spread them', async () => {
  const server = await withTestServer({ RATE_LIMIT_SCALE: '0.1' });
  const [patient, other] = [await newPatient(server), await newPatient(server)];
  const change = (turn: number, { token } = patient) => {
    const [name, body] = APPOINTMENT_CHANGES[turn % APPOINTMENT_CHANGES.length]!;
    return ask(`${server.url}/functions/v1/${name}`, token, body);
  };
  // Ten minutes pass; a day does not.
  const endShortWindows = `update private.limits set window_ends_at = now() where window_ends_at < now() + interval '1 hour'`;
  for (let turn = 0; turn < 6; turn += 1) {
    expect((await change(turn)).status).not.toBe(429);
    await server.database.query(endShortWindows);
  }
  const refused = await change(6);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000);
  expect((await change(0, other)).status).not.toBe(429);
});

const withDeno = async (name: string, server: TestServer, env: Record<string, string>) => {
  const deno = await serveWithDeno(name, server, env);
  onTestFinished(() => deno.stop());
  return deno;
};

test('a patient’s limit also applies on Deno', async () => {
  const server = await withTestServer();
  const deno = await withDeno('cancel-appointment', server, { RATE_LIMIT_SCALE: '0.05' });
  const { token } = await newPatient(server);
  const body = { appointmentId: randomUUID() };
  expect((await ask(deno.url, token, body)).status).toBe(404);
  await expectTooMany(await ask(deno.url, token, body));
});

test.each(['0.333', '0.0001', '100000000'])('at scale %s a patient can sign in', async (scale) => {
  const server = await withTestServer({ RATE_LIMIT_SCALE: scale });
  await server.invite('robin@example.com');
  const deno = await withDeno('validate-email', server, { RATE_LIMIT_SCALE: scale });
  const body = { email: 'robin@example.com' };
  const onNode = await ask(`${server.url}/functions/v1/validate-email`, server.keys.anonKey, body);
  const onDeno = await ask(deno.url, server.keys.anonKey, body);
  expect([onNode.status, onDeno.status]).toEqual([200, 200]);
});

test('a made-up client address does not make a new client on Deno', async () => {
  const server = await withTestServer();
  const deno = await withDeno('validate-email', server, { RATE_LIMIT_SCALE: '0.01' });
  const askFrom = (forwarded: string) =>
    fetch(deno.url, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.keys.anonKey}`, 'x-forwarded-for': forwarded },
      body: JSON.stringify({ email: 'robin@example.com' }),
    });
  expect((await askFrom('1.1.1.1, 203.0.113.7')).status).toBe(403);
  expect((await askFrom('2.2.2.2, 203.0.113.7')).status).toBe(429);
  expect((await askFrom('1.1.1.1, 203.0.113.8')).status).toBe(403);
});

test('people whom no gateway identifies have ten times a client’s limits, all together', async () => {
  const server = await withTestServer();
  await server.invite('robin@example.com');
  const deno = await withDeno('validate-email', server, { RATE_LIMIT_SCALE: '0.1' });
  const statusFor = async (email: string, headers: Record<string, string> = {}) => {
    const init = { method: 'POST', body: JSON.stringify({ email }) };
    const authorization = `Bearer ${server.keys.anonKey}`;
    return (await fetch(deno.url, { ...init, headers: { authorization, ...headers } })).status;
  };
  // A tenth of thirty misses, ten times.
  for (let miss = 0; miss < 30; miss += 1) {
    expect(await statusFor('robin@example.com')).toBe(200);
    expect(await statusFor(`stranger${miss}@example.com`)).toBe(403);
  }
  expect(await statusFor('robin@example.com')).toBe(429);
  expect(await statusFor('robin@example.com', { 'x-forwarded-for': '203.0.113.7' })).toBe(200);
});

test('and so do they if no address is asked about', async () => {
  const server = await withTestServer();
  const deno = await withDeno('get-blog-posts', server, { RATE_LIMIT_SCALE: '0.01' });
  const statusFor = async (headers: Record<string, string> = {}) =>
    (await fetch(deno.url, { headers: { authorization: `Bearer ${server.keys.anonKey}`, ...headers } }))
      .status;
  // A hundredth of three hundred, ten times.
  for (let turn = 0; turn < 30; turn += 1) expect(await statusFor()).toBe(200);
  expect(await statusFor()).toBe(429);
  expect(await statusFor({ 'x-forwarded-for': '203.0.113.7' })).toBe(200);
});

test.each(['many', '-1', '0', 'NaN'])('a function on Deno refuses to start at scale %s', async (scale) => {
  const server = await withTestServer();
  await expect(withDeno('validate-email', server, { RATE_LIMIT_SCALE: scale })).rejects.toThrow(
    'RATE_LIMIT_SCALE must be a number above 0',
  );
});

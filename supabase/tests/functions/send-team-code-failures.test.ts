import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { skipMailTime } from '../../../server/testing/mail-time.ts';
import { inviteMember } from '../../../server/testing/team.ts';
import { newPatient } from '../../../server/testing/patient.ts';
import { startTestServer, type TestServer } from '../../../server/testing/test-server.ts';
import { backendTools, type Backend } from '../../functions/_shared/request/backend.ts';
import type { FunctionContext } from '../../functions/_shared/request/context.ts';
import { createPastLimits } from '../../functions/_shared/request/past-limits.ts';
import { handler, MAIL_MS } from '../../functions/send-team-code/handler.ts';

// The auth service's answers are made up here: a mail server that is down, and GoTrue's refusals. The
// tables are real.
const waits = skipMailTime();
let server: TestServer;
let answerOfAuth: () => Response;
let asked: number;
let reported: unknown[];

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  [asked, reported, answerOfAuth] = [0, [], () => Response.json({})];
});

async function ask(email: string, caller: Partial<FunctionContext> = {}) {
  const backend: Backend = {
    url: server.url,
    publicKey: server.keys.anonKey,
    secretKey: server.keys.serviceRoleKey,
    hashSecret: 'a secret of thirty-two characters',
    fetch: async (url, asking) => {
      if (!url.endsWith('/auth/v1/otp')) return fetch(url, asking);
      asked += 1;
      return answerOfAuth();
    },
  };
  const context = {
    ...backendTools(backend, { apikey: server.keys.anonKey }),
    userId: null,
    clientAddress: '192.0.2.1',
    rateLimitScale: 1,
    pastLimits: createPastLimits(),
    report: (error: unknown) => reported.push(error),
    ...caller,
  } as FunctionContext;
  const request = { method: 'POST', body: JSON.stringify({ email }) };
  const { status, body } = await handler(new Request('http://function.example', request), context);
  return { status, body };
}
const SAME = { status: 200, body: '{}' };
const member = async () => (await inviteMember(server.database, 'coach')).email;
const refusal = (status: number, code: string) => () =>
  Response.json({ code: status, error_code: code, msg: 'No' }, { status });

test('the wait is the same for a stranger as for a team member', async () => {
  for (const email of [await member(), 'stranger@example.com']) {
    waits.mockClear();
    expect(await ask(email)).toEqual(SAME);
    expect(waits).toHaveBeenCalledWith(expect.any(Function), MAIL_MS);
  }
});

test('however often someone’s code is requested, the auth service is asked once a minute', async () => {
  const [email, other] = [await member(), await member()];
  for (const typed of [email, email.toUpperCase(), email, other]) expect(await ask(typed)).toEqual(SAME);
  expect(asked).toBe(2);
});

test('a request that sends nothing uses up no one’s limit elsewhere', async () => {
  const email = await member();
  for (const answer of [refusal(429, 'over_email_send_rate_limit'), refusal(503, 'unavailable')]) {
    answerOfAuth = answer;
    for (const clientAddress of ['192.0.2.66', '192.0.2.67']) await ask(email, { clientAddress });
  }
  answerOfAuth = () => Response.json({});
  asked = 0;
  for (const clientAddress of ['192.0.2.1', '192.0.2.2']) await ask(email, { clientAddress });
  // The code that was sent is enough for everyone.
  expect(asked).toBe(1);
});

test('someone whose code could not be sent can ask again right away', async () => {
  const email = await member();
  answerOfAuth = refusal(503, 'unavailable');
  await ask(email);
  answerOfAuth = () => Response.json({});
  await ask(email);
  expect(asked).toBe(2);
});

test('a refused network is not asked about again within the minute', async () => {
  const email = await member();
  answerOfAuth = refusal(429, 'over_email_send_rate_limit');
  for (let n = 0; n < 3; n += 1) await ask(email);
  expect(asked).toBe(1);
});

test.each([
  ['the mail server is away', refusal(503, 'unavailable')],
  ['the auth service fails', refusal(500, 'unexpected_failure')],
  ['all of the team was counted as one client', refusal(429, 'over_request_rate_limit')],
  ['the key is wrong', refusal(401, 'no_authorization')],
  ['what answers is no auth service', () => new Response('<html>', { status: 404 })],
  [
    'nothing answers',
    () => {
      throw new TypeError('fetch failed');
    },
  ],
])('when %s, everyone gets the same answer, and the log says so', async (_, answer) => {
  answerOfAuth = answer;
  expect(await ask(await member())).toEqual(SAME);
  expect([asked, reported.length]).toEqual([1, 1]);
});

test.each([
  ['a code that was sent within the minute', refusal(429, 'over_email_send_rate_limit')],
  ['an invitation that ended meanwhile', refusal(422, 'otp_disabled')],
])('%s is not a failure', async (_, answer) => {
  answerOfAuth = answer;
  expect(await ask(await member())).toEqual(SAME);
  expect([asked, reported]).toEqual([1, []]);
});

test('a signed-in person’s misses count for them and for their network, as on the portal’s sign-in', async () => {
  const { id } = await newPatient(server);
  await ask('nobody@example.com', { userId: id, clientAddress: '192.0.2.9' });
  const used = async (who: string) =>
    (
      await server.database.query(
        `select used from private.limits where key = encode(sha256(convert_to('invitation-misses:' || $1, 'UTF8')), 'hex')`,
        [who],
      )
    ).rows[0]?.['used'];
  expect([await used(id), await used('192.0.2.9')]).toEqual([1, 1]);
});

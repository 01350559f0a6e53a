import { afterAll, beforeAll, expect, test } from 'vitest';
import { skipMailTime } from '../testing/mail-time.ts';
import { inviteMember } from '../testing/team.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { anotherCode, askForCode, call, codeFor, letTimePass, submitCode } from './testing/patients.ts';

// No one may learn from an answer whether an address is a patient's or a team member's. So the team
// sign-in's code has its own clock and tries, and the portal's sign-in answers the same for both.

skipMailTime();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true', RATE_LIMIT_SCALE: '1' });
});
afterAll(() => server.stop());

type Ask = (email: string, headers: Record<string, string>) => Promise<Response>;
const team: Ask = (email, headers) =>
  call(server, '/functions/v1/send-team-code', { body: { email }, headers });
const portal: Ask = (email, headers) => askForCode(server, email, headers);
const guess: Ask = (email, headers) => submitCode(server, email, '000000', headers);
const times = (count: number, ask: Ask): Ask[] => Array.from({ length: count }, () => ask);

let clients = 0;
/** What a client on its own network learns about this address, call by call. */
async function heard(email: string, asked: Ask[]): Promise<unknown[]> {
  clients += 1;
  const headers = { 'x-forwarded-for': `198.51.100.${clients}` };
  const answers = [];
  for (const ask of asked) {
    const answer = await ask(email, headers);
    const { code } = (await answer.json()) as { code?: string };
    const wait = answer.headers.get('retry-after');
    // Whole minutes: a second may pass between two calls.
    answers.push([answer.status, code ?? null, wait && Math.ceil(Number(wait) / 60)]);
  }
  return answers;
}

const coach = async () => (await inviteMember(server.database, 'coach')).email;
async function patient(): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`;
  await server.invite(email);
  return email;
}

test.each<[string, Ask[]]>([
  ['the team’s code, then the portal’s', [team, portal]],
  ['the portal’s code, then the team’s', [portal, team]],
  ['each twice', [team, portal, team, portal]],
  ['guesses at the team’s code, then the portal’s, twice', [team, ...times(25, guess), portal, portal]],
])('%s: the same answers about a patient and about someone of the team', async (_, asked) => {
  const [ofPatient, ofTeam] = [await heard(await patient(), asked), await heard(await coach(), asked)];
  expect(ofTeam).toEqual(ofPatient);
});

test('the team’s sign-in answers strangers the same way as everyone', async () => {
  for (const email of [await coach(), await patient(), 'stranger@example.com'])
    expect(await heard(email, [team, team])).toEqual([
      [200, null, null],
      [200, null, null],
    ]);
});

test('asking for the team’s code uses up as much of a network’s limit for everyone', async () => {
  const left = async (email: string) => {
    clients += 1;
    const headers = { 'x-forwarded-for': `198.51.100.${clients}` };
    for (let n = 0; n < 3; n += 1) await team(email, headers);
    // Out of the 100 in five minutes that a network has on the portal's sign-in.
    const { rows } = await server.database.query<{ used: number }>(
      `select coalesce(sum(used), 0)::integer as used from private.limits
       where key = encode(sha256(convert_to('otp-client:' || $1, 'UTF8')), 'hex')`,
      [headers['x-forwarded-for']],
    );
    return rows[0]!.used;
  };
  expect([await left(await coach()), await left(await patient()), await left('nobody@example.com')]).toEqual([
    0, 0, 0,
  ]);
});

test('both codes of a team member sign in, and using one ends the other', async () => {
  const email = await coach();
  const headers = { 'x-forwarded-for': '203.0.113.1' };
  await portal(email, headers);
  const fromPortal = await codeFor(server, email);
  await team(email, headers);
  const fromTeam = await codeFor(server, email);
  expect((await server.mail(email)).length).toBe(2);
  expect((await submitCode(server, email, anotherCode(fromTeam), headers)).status).toBe(403);
  expect((await submitCode(server, email, fromTeam, headers)).status).toBe(200);
  expect((await submitCode(server, email, fromPortal, headers)).status).toBe(403);
});

test('someone who keeps requesting and guessing another person’s codes does not lock them out where they last signed in', async () => {
  const email = await coach();
  const [home, attacker] = [{ 'x-forwarded-for': '203.0.113.7' }, { 'x-forwarded-for': '203.0.113.66' }];
  const mails = async () => (await server.mail(email)).length;
  const aMinuteLater = async () => {
    await letTimePass(server, email, '1 minute');
    await server.database.query(
      `update private.limits set window_ends_at = window_ends_at - interval '1 minute'`,
    );
  };
  await team(email, home);
  expect((await submitCode(server, email, await codeFor(server, email), home)).status).toBe(200);
  for (let code = 0; code < 4; code += 1) {
    await aMinuteLater();
    await team(email, attacker);
    for (let n = 0; n < 5; n += 1) await guess(email, attacker);
  }
  await aMinuteLater();
  const before = await mails();
  await team(email, attacker);
  expect(await mails()).toBe(before);
  await team(email, home);
  expect(await mails()).toBe(before + 1);
  expect((await submitCode(server, email, await codeFor(server, email), home)).status).toBe(200);
});

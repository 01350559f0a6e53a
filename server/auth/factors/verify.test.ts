import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { openEveryConnection } from '../testing/patients.ts';
import {
  callFactors,
  codeOf,
  countFactor,
  enroll,
  newEnrolled,
  newStaff,
  signInAgain,
  testClock,
  tryCode,
} from '../testing/staff.ts';

const clock = testClock();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' }, { now: clock.now });
});
afterAll(() => server.stop());

const inSteps = (steps: number) => new Date(clock.now().getTime() + steps * 30_000);
const refusal = async (answer: Response) => ({ status: answer.status, ...((await answer.json()) as object) });

test.each([
  [-2, 422],
  [-1, 200],
  [0, 200],
  [1, 200],
  [2, 422],
])('a code of %i steps away answers %i', async (steps, status) => {
  const staff = await newStaff(server);
  const { factorId, secret } = await enroll(staff.client);
  expect(await tryCode(server, staff, factorId, codeOf(secret, inSteps(steps)))).toMatchObject({ status });
});

test.each([
  [{ code: '' }, 400, 'validation_failed'],
  [{}, 400, 'validation_failed'],
  [{ code: 123456 }, 400, 'bad_json'],
  [{ code: '123456', challenge_id: 'mine' }, 400, 'bad_json'],
  [{ code: 'x'.repeat(101) }, 400, 'validation_failed'],
  [{ code: '123' }, 422, 'mfa_verification_failed'],
  [{ code: 'abcdef' }, 422, 'mfa_verification_failed'],
  [{ code: '123456', challenge_id: randomUUID() }, 422, 'mfa_factor_not_found'],
])('the body %j is refused', async (body, status, code) => {
  const staff = await newStaff(server);
  const { factorId } = await enroll(staff.client);
  const challenge = (await (await callFactors(server, staff, `/${factorId}/challenge`)).json()) as {
    id: string;
  };
  const answer = await callFactors(server, staff, `/${factorId}/verify`, {
    body: { challenge_id: challenge.id, ...body },
  });
  expect(await refusal(answer)).toMatchObject({ status, code });
});

test("another person's factor does not exist, whatever is asked of it", async () => {
  const theirs = await newEnrolled(server);
  const { client } = await newStaff(server);
  const session = (await client.auth.getSession()).data.session!;
  const missing = { status: 404, code: 'mfa_factor_not_found', message: 'Factor not found' };
  for (const factorId of [theirs.factorId, randomUUID()]) {
    const code = codeOf(theirs.secret, inSteps(1));
    const { data } = await theirs.client.auth.mfa.challenge({ factorId: theirs.factorId });
    const body = { challenge_id: data!.id, code };
    expect(await refusal(await callFactors(server, { session }, `/${factorId}/challenge`))).toEqual(missing);
    expect(await refusal(await callFactors(server, { session }, `/${factorId}/verify`, { body }))).toEqual(
      missing,
    );
    expect(
      await refusal(await callFactors(server, { session }, `/${factorId}`, { method: 'DELETE' })),
    ).toEqual(missing);
  }
  expect((await theirs.client.auth.mfa.listFactors()).data!.totp).toHaveLength(1);
});

test("another factor's challenge opens nothing", async () => {
  const staff = await newEnrolled(server);
  const { factorId, secret } = await enroll(staff.client, 'Tablet');
  const { data } = await staff.client.auth.mfa.challenge({ factorId: staff.factorId });
  const body = { challenge_id: data!.id, code: codeOf(secret, clock.now()) };
  expect(await refusal(await callFactors(server, staff, `/${factorId}/verify`, { body }))).toMatchObject({
    status: 422,
    code: 'mfa_factor_not_found',
  });
});

test.each(['1', 'x'.repeat(300), 'recovery-codes'])('the factor id %s is no UUID', async (id) => {
  const staff = await newStaff(server);
  for (const [path, method] of [
    [`/${id}/challenge`, 'POST'],
    [`/${id}/verify`, 'POST'],
    [`/${id}`, 'DELETE'],
  ] as const) {
    const answer = await refusal(await callFactors(server, staff, path, { method }));
    expect(answer).toMatchObject({ status: 404, code: 'validation_failed' });
  }
});

test('a code works once: a replay is refused in the same step and in the next', async () => {
  const staff = await newStaff(server);
  const { factorId, secret } = await enroll(staff.client);
  const code = codeOf(secret, clock.now());
  expect(await tryCode(server, staff, factorId, code)).toMatchObject({ status: 200 });
  const replayed = { status: 422, code: 'mfa_verification_failed' };
  expect(await tryCode(server, staff, factorId, code)).toEqual(replayed);
  // An earlier code, shown but never used, doesn't work either.
  expect(await tryCode(server, staff, factorId, codeOf(secret, inSteps(-1)))).toEqual(replayed);
  clock.pass(30);
  expect(await tryCode(server, staff, factorId, code)).toEqual(replayed);
  expect(await tryCode(server, staff, factorId, codeOf(secret, clock.now()))).toMatchObject({ status: 200 });
});

test.each([
  ['one challenge', 20, 1],
  // A fifth replay would lock the factor.
  ['a challenge each', 5, 5],
])('of many concurrent uses of the right code, with %s, one is accepted', async (_, uses, challenges) => {
  const staff = await newEnrolled(server);
  const code = codeOf(staff.secret, inSteps(1));
  const opened = await Promise.all(
    Array.from({ length: challenges }, () => staff.client.auth.mfa.challenge({ factorId: staff.factorId })),
  );
  await openEveryConnection(server);
  const answers = await Promise.all(
    Array.from({ length: uses }, (__, n) => {
      const body = { challenge_id: opened[n % challenges]!.data!.id, code };
      return callFactors(server, staff, `/${staff.factorId}/verify`, { body });
    }),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 422)).toHaveLength(uses - 1);
});

test.each([
  ['that counts', true, 401],
  ['that does not count yet', false, 422],
])(
  'of many sessions that submit an app’s right code %s at once, one is raised',
  async (_, counts, refused) => {
    const staff = await newEnrolled(server);
    if (counts) await countFactor(server, staff);
    const code = codeOf(staff.secret, inSteps(1));
    const tries = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const again = await signInAgain(server, staff);
        const { data } = await again.client.auth.mfa.challenge({ factorId: staff.factorId });
        return { again, body: { challenge_id: data!.id, code } };
      }),
    );
    await openEveryConnection(server);
    const answers = await Promise.all(
      tries.map(({ again, body }) => callFactors(server, again, `/${staff.factorId}/verify`, { body })),
    );
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([
      200,
      refused,
      refused,
    ]);
    const { rowCount } = await server.database.query(
      `select from auth.sessions where user_id = $1 and aal = 'aal2'`,
      [staff.session.user.id],
    );
    // With the one that set up the factor.
    expect(rowCount).toBe(2);
  },
);

test('a challenge is used up by its right code', async () => {
  const staff = await newEnrolled(server);
  const { data } = await staff.client.auth.mfa.challenge({ factorId: staff.factorId });
  const verify = (code: string) =>
    callFactors(server, staff, `/${staff.factorId}/verify`, { body: { challenge_id: data!.id, code } });
  clock.pass(60);
  expect((await verify(codeOf(staff.secret, clock.now()))).status).toBe(200);
  clock.pass(30);
  expect(await refusal(await verify(codeOf(staff.secret, clock.now())))).toMatchObject({
    status: 422,
    code: 'mfa_ip_address_mismatch',
  });
});

test('a challenge opened by one client does not work for another', async () => {
  const staff = await newEnrolled(server);
  const from = (address: string) => ({ 'x-forwarded-for': address });
  clock.pass(30);
  for (const [first, second] of [
    ['203.0.113.1', '203.0.113.2'],
    ['2001:db8:1::1', '2001:db8:2::1'],
  ]) {
    const path = `/${staff.factorId}`;
    const challenge = await callFactors(server, staff, `${path}/challenge`, { headers: from(first!) });
    const { id } = (await challenge.json()) as { id: string };
    const body = { challenge_id: id, code: codeOf(staff.secret, clock.now()) };
    const elsewhere = await callFactors(server, staff, `${path}/verify`, { body, headers: from(second!) });
    expect(await refusal(elsewhere)).toEqual({
      status: 422,
      code: 'mfa_ip_address_mismatch',
      message: 'Challenge and verify IP addresses mismatch.',
    });
    expect((await callFactors(server, staff, `${path}/verify`, { body, headers: from(first!) })).status).toBe(
      200,
    );
    clock.pass(30);
  }
});

test('a challenge is valid for five minutes', async () => {
  const staff = await newEnrolled(server);
  const { data } = await staff.client.auth.mfa.challenge({ factorId: staff.factorId });
  await server.database.query(
    `update auth.mfa_challenges set created_at = created_at - interval '300 seconds' where id = $1`,
    [data!.id],
  );
  const body = { challenge_id: data!.id, code: codeOf(staff.secret, inSteps(1)) };
  expect(
    await refusal(await callFactors(server, staff, `/${staff.factorId}/verify`, { body })),
  ).toMatchObject({
    status: 422,
    code: 'mfa_challenge_expired',
  });
});

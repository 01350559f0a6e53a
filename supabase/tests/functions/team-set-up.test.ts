import { expect } from 'vitest';
import {
  mailedMember,
  newMember,
  verifyFactor,
  withRaisedToken,
  type Member,
} from '../../../server/testing/team.ts';
import { inBothDeployments, test } from './testing/deployments.ts';
import { accessTests } from './testing/access-tests.ts';

const CODE = 'ABCDEFGH23';
const WRONG = { status: 403, json: { code: 'wrong_code' } };

inBothDeployments('team-set-up', (deployment) => {
  const setUp = ({ token }: Pick<Member, 'token'>, code: string) =>
    deployment.call({ body: { setUpCode: code }, token });
  /** With the mailbox and a verified app: everything except the setup code. */
  const arrived = async () => {
    const member = await mailedMember(deployment.server(), 'coach', CODE);
    await verifyFactor(deployment.server().database, member.id, member.sessionId);
    return withRaisedToken(deployment.server(), member);
  };
  const session = async ({ token }: Member) => {
    const answer = await fetch(`${deployment.server().url}/functions/v1/team-session`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return [answer.status, ((await answer.json()) as { code?: string }).code];
  };

  test('the code given in person lets someone in, however they type it', async () => {
    const member = await arrived();
    expect(await session(member)).toEqual([403, 'second_factor_required']);
    expect(await setUp(member, ' abcde-fgh23 ')).toMatchObject({
      status: 200,
      json: { name: 'The coach', role: 'coach' },
    });
    expect(await session(member)).toEqual([200, undefined]);
    expect((await setUp(member, CODE)).status).toBe(200);
  });

  test('a mailbox without the setup code stays out, and the fifth wrong one ends the right one', async () => {
    const member = await arrived();
    for (let tries = 0; tries < 5; tries += 1) expect(await setUp(member, 'ZZZZZZZZZZ')).toMatchObject(WRONG);
    expect(await setUp(member, CODE)).toMatchObject({
      status: 403,
      json: { message: 'This setup code no longer works. Ask the person who invited you for a new one.' },
    });
    expect(await session(member)).toEqual([403, 'second_factor_required']);
  });

  test('a setup code without the mailbox opens nothing: not for another member, a patient or a stranger', async () => {
    const [, other] = [await arrived(), await mailedMember(deployment.server(), 'coach', 'ZYXWVUTS98')];
    await verifyFactor(deployment.server().database, other.id, other.sessionId);
    expect(await setUp(await withRaisedToken(deployment.server(), other), CODE)).toMatchObject(WRONG);
    expect(await setUp(await deployment.patient(), CODE)).toMatchObject({
      status: 403,
      json: { code: 'not_allowed' },
    });
    expect(await deployment.call({ body: { setUpCode: CODE } })).toMatchObject({
      status: 401,
      json: { code: 'not_signed_in' },
    });
  });

  test('the code alone is not a factor', async () => {
    const member = await mailedMember(deployment.server(), 'coach', CODE);
    expect(await setUp(member, CODE)).toMatchObject({
      status: 403,
      json: { code: 'second_factor_required' },
    });
  });

  test.each(['{', 'null', '{}', '{"setUpCode":7}', '{"setUpCode":"ABC"}', '{"setUpCode":"ABCDEFGHI1"}'])(
    'the body %s is refused, and counts as no try',
    async (text) => {
      const member = await arrived();
      for (let tries = 0; tries < 6; tries += 1) {
        const answer = await deployment.call({ method: 'POST', text, token: member.token });
        expect(answer.status).toBe(400);
      }
      expect((await setUp(member, CODE)).status).toBe(200);
    },
  );

  test('someone already at work stays signed in', async () => {
    expect((await setUp(await newMember(deployment.server(), 'coach'), 'ZZZZZZZZZZ')).status).toBe(200);
  });

  accessTests(deployment, { method: 'POST', body: { setUpCode: CODE } });
});

import { expect } from 'vitest';
import { TeamSessionAnswer } from '../../../domain/contracts/team/team-session.ts';
import { MINUTE } from '../../../domain/time/instant.ts';
import { mailedMember, newMember, signInMember, type Member } from '../../../server/testing/team.ts';
import { inBothDeployments, test } from './testing/deployments.ts';

inBothDeployments('team-session', (deployment) => {
  const idle = async ({ sessionId }: Member, minutes: number) => {
    const { rowCount } = await deployment.server().database.query(
      `with older as (update auth.sessions set created_at = now() - interval '1 hour' where id = $1)
         update private.staff_activity set acted_at = now() - make_interval(mins => $2) where session_id = $1`,
      [sessionId, minutes],
    );
    expect(rowCount).toBe(1);
  };
  const ask = ({ token }: Member, call: { method?: string; headers?: Record<string, string> } = {}) =>
    deployment.call({ token, ...call });
  const idleIn = async (answer: ReturnType<typeof ask>) =>
    Math.round((Date.parse(TeamSessionAnswer.parse((await answer).json).idleAt) - Date.now()) / MINUTE);
  const TOO_OLD = { status: 403, json: { code: 'session_too_old' } };
  const LOCKED = { status: 403, json: { code: 'session_locked' } };

  test.each(['coach', 'clinician', 'administrator'] as const)('a %s learns who they are', async (role) => {
    const member = await newMember(deployment.server(), role);
    const answer = await ask(member);
    expect(answer.status).toBe(200);
    expect(TeamSessionAnswer.parse(answer.json)).toMatchObject({
      id: member.person,
      name: `The ${role}`,
      role,
      timeZone: 'Europe/London',
    });
    const { idleAt: _, ...rest } = TeamSessionAnswer.parse(answer.json);
    expect((await ask(member, { method: 'POST' })).json).toMatchObject(rest);
  });

  test('reading and writing count as activity, background reads do not', async () => {
    const member = await newMember(deployment.server(), 'coach');
    await ask(member);
    await idle(member, 10);
    const background = { headers: { 'x-background': 'true' } };
    expect(await idleIn(ask(member, background))).toBe(5);
    expect(await idleIn(ask(member))).toBe(15);
    await idle(member, 10);
    expect(await idleIn(ask(member, { method: 'POST', ...background }))).toBe(15);
    await idle(member, 15);
    for (const call of [{}, background, { method: 'POST' }])
      expect(await ask(member, call)).toMatchObject(LOCKED);
  });

  test('the session ends twelve hours after signing in', async () => {
    const { database } = deployment.server();
    const member = await newMember(deployment.server(), 'coach');
    await ask(member);
    await database.query(`update auth.sessions set created_at = now() - interval '12 hours' where id = $1`, [
      member.sessionId,
    ]);
    expect(await ask(member)).toMatchObject(TOO_OLD);
    expect(await ask(member, { method: 'POST' })).toMatchObject(TOO_OLD);
  });

  test('every refusal is in the log, with the reason, once in 15 minutes', async () => {
    const { database } = deployment.server();
    const lines = async (subject: string) =>
      (
        await database.query(
          `select actor_id, actor_role, action, kind, actor_name from public.audit_log
           where subject_id = $1 and kind like 'refused%'`,
          [subject],
        )
      ).rows;
    const line = { actor_role: 'sign_in', action: 'read' };
    const known = await newMember(deployment.server(), 'coach');
    const member = await signInMember(deployment.server(), known);
    const patient = await deployment.patient();
    for (let tries = 0; tries < 2; tries += 1)
      for (const { token } of [member, patient]) await deployment.call({ token });
    expect(await lines(member.person)).toEqual([
      { ...line, actor_id: member.person, actor_name: 'The coach', kind: 'refused_second_factor_required' },
    ]);
    expect(await lines(patient.id)).toEqual([
      { ...line, actor_id: patient.id, actor_name: null, kind: 'refused_not_allowed' },
    ]);
  });

  test('at a first sign-in no one is refused: the app is still to come, and then the role', async () => {
    const { database } = deployment.server();
    const [newcomer, waiting] = [
      await mailedMember(deployment.server(), 'administrator'),
      await newMember(deployment.server(), 'coach'),
    ];
    await database.query('update public.care_team set proposed_role = role where id = $1', [waiting.person]);
    expect(await ask(newcomer)).toMatchObject({ status: 403, json: { code: 'second_factor_required' } });
    expect(await ask(waiting)).toMatchObject({ status: 403, json: { code: 'not_allowed' } });
    expect(await ask(waiting, { method: 'POST' })).toMatchObject({ status: 403 });
    const { rows } = await database.query(
      `select kind from public.audit_log where subject_id = any ($1) and kind like 'refused%'`,
      [[newcomer.person, waiting.person]],
    );
    expect(rows).toEqual([]);
  });

  test.each(['PUT', 'PATCH', 'DELETE'])('%s is refused', async (method) => {
    const member = await newMember(deployment.server(), 'coach');
    expect((await ask(member, { method })).status).toBe(405);
  });
});

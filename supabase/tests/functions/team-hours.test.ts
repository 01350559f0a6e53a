import { expect } from 'vitest';
import { newMember, type Member } from '../../../server/testing/team.ts';
import { worklistScene } from './testing/worklist.ts';
import { inBothDeployments, test } from './testing/deployments.ts';

const MORNING = { weekday: 1, from: '09:00', until: '12:00' };
const EVENING = { weekday: 1, from: '18:00', until: '24:00' };

inBothDeployments('team-hours', (deployment) => {
  const { sql } = worklistScene(deployment.server);
  const member = (role: 'coach' | 'clinician' | 'administrator') => newMember(deployment.server(), role);
  const set = ({ token }: Member, person: string, hours: object[], rest = {}) =>
    deployment.call({ token, body: { person, hours, ...rest } });

  test('people set their own hours, an administrator anyone’s, and they replace the previous ones', async () => {
    const [coach, administrator] = [await member('coach'), await member('administrator')];
    expect(await set(coach, coach.person, [EVENING, MORNING])).toMatchObject({
      status: 200,
      json: { hours: [MORNING, EVENING] },
    });
    expect(await set(administrator, coach.person, [MORNING])).toMatchObject({
      status: 200,
      json: { hours: [MORNING] },
    });
    const lines = await sql(
      `select actor_id from public.audit_log where subject_id = $1 and kind = 'team_hours' order by id`,
      [coach.person],
    );
    expect(lines.map(({ actor_id: actor }) => actor)).toEqual([coach.person, administrator.person]);
  });

  test('no one sets a colleague’s, and an administrator has none', async () => {
    const [coach, other, administrator] = [
      await member('coach'),
      await member('clinician'),
      await member('administrator'),
    ];
    const refused = { status: 403, json: { code: 'not_allowed' } };
    expect(await set(other, coach.person, [])).toMatchObject(refused);
    expect(await set(administrator, administrator.person, [])).toMatchObject(refused);
    expect(await set(administrator, crypto.randomUUID(), [])).toMatchObject(refused);
  });

  test('of two who change the same hours the second is told', async () => {
    const [coach, administrator] = [await member('coach'), await member('administrator')];
    expect((await set(coach, coach.person, [MORNING], { before: [] })).status).toBe(200);
    expect(await set(administrator, coach.person, [EVENING], { before: [] })).toMatchObject({
      status: 409,
      json: { code: 'changed_meanwhile' },
    });
    expect((await set(administrator, coach.person, [EVENING], { before: [MORNING] })).status).toBe(200);
  });

  test.each([
    ['overlap', [MORNING, { weekday: 1, from: '11:00', until: '13:00' }]],
    ['end before they begin', [{ weekday: 1, from: '12:00', until: '09:00' }]],
    ['are on no day', [{ weekday: 8, from: '09:00', until: '12:00' }]],
    ['are no times', [{ weekday: 1, from: '9', until: '12:00' }]],
  ])('hours that %s are refused', async (_, hours) => {
    const coach = await member('coach');
    expect(await set(coach, coach.person, hours)).toMatchObject({ status: 400 });
  });
});

import { expect } from 'vitest';
import { TeamCoachesAnswer } from '../../../domain/contracts/team/team-coaches.ts';
import { newMember, type Member } from '../../../server/testing/team.ts';
import { inBothDeployments, test } from './testing/deployments.ts';

inBothDeployments('team-coaches', (deployment) => {
  const coaches = async ({ token }: Member) =>
    TeamCoachesAnswer.parse((await deployment.call({ token })).json).coaches;

  test('everyone on the team sees coaches by name, but no one who has left or waits for a clinician', async () => {
    const server = deployment.server();
    const [admin, clinician, coach, left, waiting] = [
      await newMember(server, 'administrator'),
      await newMember(server, 'clinician'),
      await newMember(server, 'coach'),
      await newMember(server, 'coach'),
      await newMember(server, 'coach'),
    ];
    const change = (sql: string, { person }: Member) =>
      server.database.query(`update public.care_team set ${sql} where id = $1`, [person]);
    await change('deactivated_at = now(), active = false', left);
    await change('proposed_role = role', waiting);
    for (const reader of [admin, clinician, coach]) {
      const shown = await coaches(reader);
      expect(shown).toContainEqual({ id: coach.person, name: 'The coach' });
      const ids = shown.map(({ id }) => id);
      for (const other of [admin, clinician, left, waiting]) expect(ids).not.toContain(other.person);
    }
  });

  test('a patient is refused', async () => {
    const { token } = await deployment.patient();
    const { status, json } = await deployment.call({ token });
    expect({ status, json }).toMatchObject({ status: 403, json: { code: 'not_allowed' } });
  });
});

import { expect } from 'vitest';
import { TeamSchedulesAnswer } from '../../../domain/contracts/team/team-schedules.ts';
import { newMember } from '../../../server/testing/team.ts';
import { inBothDeployments, test } from './testing/deployments.ts';

inBothDeployments('team-schedules', (deployment) => {
  const sql = (text: string) => deployment.server().database.query(text);

  test('an administrator learns when each schedule last ran; no one else does', async () => {
    const administrator = await newMember(deployment.server(), 'administrator');
    // The database was created before the first test ran.
    await sql('update private.schedule_runs set expected_from = now()');
    await sql(
      `select public.mark_schedule_run('watch-attention', 200), public.mark_schedule_run('delete-due-accounts', 401)`,
    );
    await sql(
      `update private.schedule_runs set expected_from = now() - interval '4 hours' where name = 'forget-old-limits'`,
    );
    const { status, json } = await deployment.call({ token: administrator.token });
    expect(status, JSON.stringify(json)).toBe(200);
    const { schedules } = TeamSchedulesAnswer.parse(json);
    const states = Object.fromEntries(schedules.map(({ name, state }) => [name, state]));
    expect(states).toEqual({
      'watch-attention': 'working',
      'delete-due-accounts': 'refused',
      'forget-old-limits': 'late',
      // A schedule that was just set up isn't late.
      'forget-old-drafts': 'working',
      'read-busy-times': 'working',
      'send-cycle-reminders': 'working',
      ...(deployment.kind === 'supabase' && { 'deliver-outbox': 'working' }),
    });
    for (const role of ['coach', 'clinician'] as const) {
      const { token } = await newMember(deployment.server(), role);
      expect(await deployment.call({ token })).toMatchObject({ status: 403 });
    }
  });
});

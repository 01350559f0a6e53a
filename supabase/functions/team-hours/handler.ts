import { TeamHoursAnswer, TeamHoursRequest } from '../../../domain/contracts/team/team-hours.ts';
import { defineTeamFunction } from '../_shared/request/define-team-function.ts';

/** The weekly hours in which a team member takes calls. */
export const handler = defineTeamFunction({
  method: 'POST',
  roles: ['coach', 'clinician', 'administrator'],
  reads: [],
  input: TeamHoursRequest,
  run: async (p_hours, team) => TeamHoursAnswer.parse(await team.write('team_set_hours', { p_hours })),
});

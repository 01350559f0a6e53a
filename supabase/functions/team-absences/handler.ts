import { TeamAbsencesAnswer, TeamAbsencesRequest } from '../../../domain/contracts/team/team-absences.ts';
import { defineTeamFunction } from '../_shared/request/define-team-function.ts';

/** A team member's absences, and the calls whose host is away then. */
export const handler = defineTeamFunction({
  method: 'POST',
  roles: ['coach', 'clinician', 'administrator'],
  reads: ['appointments', 'call_times'],
  input: TeamAbsencesRequest,
  run: async (p_change, team) =>
    TeamAbsencesAnswer.parse(await team.write('team_change_absences', { p_change })),
});

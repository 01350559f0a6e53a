import { TeamAccessLogAnswer, TeamAccessLogRequest } from '../../../domain/contracts/team/team-access-log.ts';
import { defineTeamFunction } from '../_shared/request/define-team-function.ts';

/** Who opened whose record, what type of thing, when and why. Whose lines are shown is noted, too. */
export const handler = defineTeamFunction({
  method: 'GET',
  roles: ['administrator'],
  reads: ['access_log'],
  input: TeamAccessLogRequest,
  run: async (query, team) =>
    TeamAccessLogAnswer.parse(await team.ask('team_access_log', { p_query: query })),
});

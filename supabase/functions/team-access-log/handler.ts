import { TeamAccessLogAnswer, TeamAccessLogRequest } from '../../../domain/contracts/team/team-access-log.ts';
import { defineTeamFunction } from '../_shared/request/define-team-function.ts';

/** Who opened whose record, which data, when and why. Logs whose lines are shown, too. */
export const handler = defineTeamFunction({
  method: 'GET',
  roles: ['administrator'],
  reads: ['access_log'],
  input: TeamAccessLogRequest,
  run: async (query, team) =>
    TeamAccessLogAnswer.parse(await team.ask('team_access_log', { p_query: query })),
});

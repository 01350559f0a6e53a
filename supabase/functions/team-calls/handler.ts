import { TeamCallsAnswer, TeamCallsRequest } from '../../../domain/contracts/team-calls.ts';
import { defineTeamFunction } from '../_shared/define-team-function.ts';

/** What a host says of a call. */
export const handler = defineTeamFunction({
  method: 'POST',
  roles: ['coach', 'clinician'],
  reads: ['appointments'],
  input: TeamCallsRequest,
  run: async ({ id, outcome }, team) =>
    TeamCallsAnswer.parse(await team.write('team_call_outcome', { p_call: id, p_outcome: outcome })),
});

import { TeamCallsAnswer, TeamCallsRequest } from '../../../domain/contracts/team/team-calls.ts';
import { defineTeamFunction } from '../_shared/request/define-team-function.ts';
import { changeCall } from './change.ts';

/** Books, moves, reassigns or cancels a call for the care team, and records its outcome. */
export const handler = defineTeamFunction({
  method: 'POST',
  roles: ['coach', 'clinician', 'administrator'],
  reads: ['appointments', 'call_times'],
  input: TeamCallsRequest,
  run: async (asked, team) =>
    TeamCallsAnswer.parse(
      asked.action === 'outcome'
        ? await team.write('team_call_outcome', { p_call: asked.id, p_outcome: asked.outcome })
        : await changeCall(asked, team),
    ),
});

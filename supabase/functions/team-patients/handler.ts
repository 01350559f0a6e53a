import { TeamPatientsAnswer, TeamPatientsRequest } from '../../../domain/contracts/team-patients.ts';
import { defineTeamFunction } from '../_shared/define-team-function.ts';

/** A page of patients. The database decides who is shown with what, and notes it for each of them. */
export const handler = defineTeamFunction({
  method: 'GET',
  roles: ['coach', 'clinician', 'administrator'],
  reads: ['identity', 'summary', 'administrative_summary'],
  input: TeamPatientsRequest,
  run: async (query, team) => TeamPatientsAnswer.parse(await team.ask('team_patients', { p_query: query })),
});

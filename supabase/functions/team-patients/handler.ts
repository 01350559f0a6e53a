import { TeamPatientsAnswer, TeamPatientsRequest } from '../../../domain/contracts/team-patients.ts';
import { defineTeamRead } from '../_shared/define-team-function.ts';

/** A page of patients. The database decides who is shown with what, and notes it for each of them. */
export const handler = defineTeamRead({
  roles: ['coach', 'clinician', 'administrator'],
  reads: ['identity', 'summary', 'administrative_summary'],
  input: TeamPatientsRequest,
  procedure: 'team_patients',
  values: (query) => ({ p_query: query }),
  answer: (page) => TeamPatientsAnswer.parse(page),
});

import { TeamCalendarAnswer, TeamCalendarRequest } from '../../../domain/contracts/team/team-calendar.ts';
import { defineTeamRead } from '../_shared/request/define-team-function.ts';

/** One person's calls, hours and absences. Administrators see everyone's, without the subject of calls. */
export const handler = defineTeamRead({
  roles: ['coach', 'clinician', 'administrator'],
  reads: ['appointments', 'call_times'],
  input: TeamCalendarRequest,
  procedure: 'team_calendar',
  values: (p_query) => ({ p_query }),
  answer: (read, now) => TeamCalendarAnswer.parse({ ...(read as object), now: now.toISOString() }),
});

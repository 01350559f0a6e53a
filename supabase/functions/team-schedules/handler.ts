import {
  TeamSchedulesAnswer,
  TeamSchedulesRequest,
  type Schedule,
} from '../../../domain/contracts/team/team-schedules.ts';
import { scheduleState } from '../../../domain/schedules/schedule-state.ts';
import { instantFromIso } from '../../../domain/time/instant.ts';
import { defineTeamFunction } from '../_shared/request/define-team-function.ts';

type Row = Omit<Schedule, 'state'> & { expectedFrom: string };

const instant = (text: string | null) => (text === null ? null : instantFromIso(text));

/** When each schedule last did its work, for administrators. */
export const handler = defineTeamFunction({
  method: 'GET',
  roles: ['administrator'],
  reads: [],
  input: TeamSchedulesRequest,
  run: async (_input, team) => {
    const rows = (await team.ask('team_schedules')) as Row[];
    const now = team.now().getTime();
    const schedules = rows.map((row) => {
      const facts = {
        ...row,
        workedAt: instant(row.workedAt),
        answeredAt: instant(row.answeredAt),
        expectedFrom: instantFromIso(row.expectedFrom),
      };
      return Object.assign(row, { state: scheduleState(facts, now) });
    });
    return TeamSchedulesAnswer.parse({ schedules });
  },
});

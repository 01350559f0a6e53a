import { BUSY_PROBLEMS } from '../../../domain/booking/busy-problems.ts';
import {
  TeamOwnCalendarAnswer,
  TeamOwnCalendarChange,
  TeamOwnCalendarRequest,
} from '../../../domain/contracts/team/team-own-calendar.ts';
import { invalidInput } from '../_shared/answer/problem.ts';
import { feedHash, newFeedSecret } from '../_shared/appointments/feed-secret.ts';
import { readBusyTimes, spanRows } from '../_shared/calendars/read-busy-times.ts';
import { readAndWritten } from '../_shared/request/define-function.ts';
import { defineTeamFunction, type WritingTeam } from '../_shared/request/define-team-function.ts';

/** Each try may take five seconds on another company's server. */
const TRIES = { name: 'calendar-tries', max: 20, seconds: 3_600 };

const read = defineTeamFunction({
  method: 'GET',
  roles: ['coach', 'clinician'],
  reads: [],
  input: TeamOwnCalendarRequest,
  run: async (_input, team) =>
    TeamOwnCalendarAnswer.parse({ ...((await team.ask('team_own_calendar')) as object), secret: null }),
});

const change = defineTeamFunction({
  method: 'POST',
  roles: ['coach', 'clinician'],
  reads: [],
  input: TeamOwnCalendarChange,
  run: async (act, team) => {
    const secret = act.action === 'renew-feed' ? newFeedSecret() : null;
    const changed =
      act.action === 'connect'
        ? await connect(act.address, team)
        : act.action === 'disconnect'
          ? await team.ask('team_connect_calendar', { p_address: null, p_skipped: 0, p_times: [] })
          : await team.ask('team_change_calendar_feed', {
              p_secret_hash: secret && (await feedHash(secret)),
            });
    return TeamOwnCalendarAnswer.parse({ ...(changed as object), secret });
  },
});

/** Reads the calendar before storing its address, so that a wrong address is refused next to the field. */
async function connect(address: string, team: WritingTeam): Promise<unknown> {
  await team.count(TRIES);
  const found = await readBusyTimes(team, { address, zone: team.person.timeZone });
  if ('problem' in found) throw invalidInput('address', BUSY_PROBLEMS[found.problem]);
  return team.ask('team_connect_calendar', {
    p_address: address,
    p_skipped: found.skipped,
    p_times: spanRows(found.times),
  });
}

/** The two links between a person's own calendar and their calls here: the feed, and the busy times that block booking. */
export const handler = readAndWritten(read, change);

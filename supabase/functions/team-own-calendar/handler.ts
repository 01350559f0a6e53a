import {
  TeamOwnCalendarAnswer,
  TeamOwnCalendarChange,
  TeamOwnCalendarRequest,
} from '../../../domain/contracts/team/team-own-calendar.ts';
import { feedHash, newFeedSecret } from '../_shared/appointments/feed-secret.ts';
import { readAndWritten } from '../_shared/request/define-function.ts';
import { defineTeamFunction } from '../_shared/request/define-team-function.ts';

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
  run: async ({ action }, team) => {
    const secret = action === 'renew-feed' ? newFeedSecret() : null;
    const p_secret_hash = secret && (await feedHash(secret));
    const changed = (await team.ask('team_change_calendar_feed', { p_secret_hash })) as object;
    return TeamOwnCalendarAnswer.parse({ ...changed, secret });
  },
});

/** What connects a person's own calendar with their calls here: the secret address of the feed. */
export const handler = readAndWritten(read, change);

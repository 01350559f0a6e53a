import { startOf } from '../../../domain/contracts/fields/iso.ts';
import { TeamKitsAnswer, TeamKitsRequest } from '../../../domain/contracts/team/team-kits.ts';
import { careNewsEmail, storedEmail } from '../../../domain/notifications/care-notices.ts';
import { DAY } from '../../../domain/time/instant.ts';
import { defineTeamFunction } from '../_shared/request/define-team-function.ts';
import { invalidInput } from '../_shared/answer/problem.ts';

/** Marks a kit as sent. The patient's portal shows the link right away. */
export const handler = defineTeamFunction({
  method: 'POST',
  roles: ['administrator'],
  reads: ['kit'],
  input: TeamKitsRequest,
  run: async (kit, team) => {
    // A day that has begun there may be tomorrow in UTC.
    if (startOf(kit.sentOn) > team.now().getTime() + DAY)
      throw invalidInput('sentOn', 'The date cannot be in the future');
    const mail = storedEmail(careNewsEmail(team.portal.siteUrl));
    return TeamKitsAnswer.parse(await team.write('team_send_kit', { p_kit: { ...kit, mail } }));
  },
});

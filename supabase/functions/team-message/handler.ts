import { TeamMessageAnswer, TeamMessageRequest } from '../../../domain/contracts/team/team-message.ts';
import { storedMail } from '../../../domain/notifications/care-notices.ts';
import { MESSAGE_NOTICE, messageMail } from '../../../domain/notifications/message-notice.ts';
import { defineTeamFunction } from '../_shared/request/define-team-function.ts';

/** An answer, in the portal or by phone. Of two at once the database keeps one, and the other is told. */
export const handler = defineTeamFunction({
  method: 'POST',
  roles: ['coach', 'clinician'],
  reads: ['messages'],
  input: TeamMessageRequest,
  run: async (answer, team) => {
    const mail = storedMail(messageMail(team.portal.siteUrl));
    return TeamMessageAnswer.parse(
      await team.write('team_answer_message', { p_answer: { ...answer, notice: MESSAGE_NOTICE, mail } }),
    );
  },
});

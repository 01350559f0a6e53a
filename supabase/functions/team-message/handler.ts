import { TeamMessageAnswer, TeamMessageRequest } from '../../../domain/contracts/team/team-message.ts';
import { storedEmail } from '../../../domain/notifications/care-notices.ts';
import { MESSAGE_NOTICE, messageEmail } from '../../../domain/notifications/message-notice.ts';
import { FunctionProblem } from '../_shared/answer/problem.ts';
import { defineTeamFunction } from '../_shared/request/define-team-function.ts';
import { keepFiles } from './files.ts';

/** A reply, in the portal or by phone. If two arrive at the same moment, the database stores one and refuses the other. */
export const handler = defineTeamFunction({
  method: 'POST',
  roles: ['coach', 'clinician'],
  reads: ['messages'],
  input: TeamMessageRequest,
  run: async ({ files, ...sent }, team) => {
    const answer = { ...sent, ...(files && { files: files.map((id) => id.toLowerCase()) }) };
    const forgetUploads = await keepFiles(answer, team);
    const mail = storedEmail(messageEmail(team.portal.siteUrl));
    const stored = await team
      .write('team_answer_message', { p_answer: { ...answer, notice: MESSAGE_NOTICE, mail } })
      .catch(async (problem: unknown) => {
        // It may say that there is a conversation about this topic.
        if (problem instanceof FunctionProblem && sent.patientId)
          await team.ask('team_audit_attempt', { p_patients: [sent.patientId] });
        throw problem;
      });
    // The message is stored, so answer even if deleting the uploads fails; a schedule deletes what is left.
    await forgetUploads().catch(team.report);
    return TeamMessageAnswer.parse(stored);
  },
});

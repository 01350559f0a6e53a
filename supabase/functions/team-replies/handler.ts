import { TeamRepliesAnswer, TeamRepliesRequest } from '../../../domain/contracts/team/team-replies.ts';
import { readAndWritten } from '../_shared/request/define-function.ts';
import { defineTeamFunction } from '../_shared/request/define-team-function.ts';

const replies = defineTeamFunction({
  method: 'GET',
  roles: ['coach', 'clinician', 'administrator'],
  reads: [],
  run: async (_input, team) => TeamRepliesAnswer.parse(await team.ask('team_replies')),
});

const change = defineTeamFunction({
  method: 'POST',
  roles: ['coach', 'clinician', 'administrator'],
  reads: [],
  input: TeamRepliesRequest,
  run: async (p_act, team) => TeamRepliesAnswer.parse(await team.write('team_change_reply', { p_act })),
});

/**
 * Saved replies: administrators write the clinic's, others their own, and people who write to patients insert
 * both.
 */
export const handler = readAndWritten(replies, change);

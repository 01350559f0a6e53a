import {
  TeamOpenWithReasonAnswer,
  TeamOpenWithReasonRequest,
} from '../../../domain/contracts/team/team-open-with-reason.ts';
import { defineTeamFunction } from '../_shared/request/define-team-function.ts';

/** Opens the record of another coach's patient for four hours. Clinicians need no reason, and administrators see no record. */
export const handler = defineTeamFunction({
  method: 'POST',
  roles: ['coach'],
  reads: [],
  input: TeamOpenWithReasonRequest,
  run: async ({ id, category, words }, team) =>
    TeamOpenWithReasonAnswer.parse(
      await team.write('team_open_with_reason', { p_patient: id, p_category: category, p_words: words }),
    ),
});

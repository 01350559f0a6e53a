import { TeamIdentityAnswer, TeamIdentityRequest } from '../../../domain/contracts/team/team-identity.ts';
import { localDate } from '../../../domain/time/local.ts';
import { defineTeamFunction } from '../_shared/request/define-team-function.ts';
import { invalidInput } from '../_shared/answer/problem.ts';

/** A patient's name, pronouns, date of birth and contact details, and nothing about health. */
export const handler = defineTeamFunction({
  method: 'POST',
  roles: ['coach', 'clinician', 'administrator'],
  reads: ['contact'],
  input: TeamIdentityRequest,
  run: async ({ id, ...identity }, team) => {
    if (identity.birthDate && identity.birthDate > localDate(team.now().getTime(), team.person.timeZone))
      throw invalidInput('birthDate', 'The date of birth cannot be in the future');
    return TeamIdentityAnswer.parse(
      await team.write('team_set_identity', { p_patient: id, p_identity: identity }),
    );
  },
});

import { TeamCoachesAnswer } from '../../../domain/contracts/team/team-coaches.ts';
import { TeamPeopleAnswer } from '../../../domain/contracts/team/team-people.ts';
import { defineTeamFunction } from '../_shared/request/define-team-function.ts';

/** Coaches by name only, for everyone on the team: `team-people`, with addresses and factors, is not for coaches. */
export const handler = defineTeamFunction({
  method: 'GET',
  roles: ['coach', 'clinician', 'administrator'],
  reads: [],
  run: async (_input, team) => {
    const people = TeamPeopleAnswer.shape.people.parse(await team.ask('team_people'));
    const coaches = people.filter(
      ({ role, joinedAt, deactivatedAt, proposedRole }) =>
        role === 'coach' && joinedAt !== null && deactivatedAt === null && proposedRole !== role,
    );
    return TeamCoachesAnswer.parse({ coaches: coaches.map(({ id, name }) => ({ id, name })) });
  },
});

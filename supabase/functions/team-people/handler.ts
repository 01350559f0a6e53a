import type * as z from 'zod/mini';
import {
  TeamPeopleAnswer,
  TeamPeopleChanged,
  TeamPeopleRequest,
} from '../../../domain/contracts/team-people.ts';
import { readAndWritten } from '../_shared/define-function.ts';
import { defineTeamFunction, type Team } from '../_shared/define-team-function.ts';
import { FunctionProblem } from '../_shared/problem.ts';
import { newSetUpCode, setUpCodeHash } from '../_shared/set-up-code.ts';

const peopleOf = async (team: Team) =>
  TeamPeopleAnswer.parse({ people: await team.ask('team_people') }).people;

const people = defineTeamFunction({
  method: 'GET',
  roles: ['administrator', 'clinician'],
  reads: [],
  run: async (_input, team) => ({ people: await peopleOf(team) }),
});

/** Clinicians agree and reset; what else needs an administrator, the database knows. */
const change = defineTeamFunction({
  method: 'POST',
  roles: ['administrator', 'clinician'],
  reads: [],
  input: TeamPeopleRequest,
  run: async (asked, team) => {
    const code = asked.action === 'invite' || asked.action === 'reset-factor' ? newSetUpCode() : null;
    const codeHash = code && (await setUpCodeHash(team, await emailOf(asked, team), code));
    const changed = await team.ask('team_change_people', { p_change: { ...asked, codeHash } });
    return TeamPeopleChanged.parse({
      ...(changed as object),
      people: await peopleOf(team),
      ...(code && { setUpCode: code }),
    });
  },
});

async function emailOf(asked: z.output<typeof TeamPeopleRequest>, team: Team): Promise<string> {
  if (asked.action === 'invite') return asked.email;
  const known = (await peopleOf(team)).find(({ id }) => id === asked.id);
  if (known) return known.email;
  throw new FunctionProblem(409, 'changed_meanwhile', 'This person is not in the team any more.');
}

export const handler = readAndWritten(people, change);

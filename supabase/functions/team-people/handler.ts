import type * as z from 'zod/mini';
import {
  TeamPeopleAnswer,
  TeamPeopleChanged,
  TeamPeopleRequest,
} from '../../../domain/contracts/team/team-people.ts';
import { codeOf, readAndWritten } from '../_shared/request/define-function.ts';
import { defineTeamFunction, type Team, type WritingTeam } from '../_shared/request/define-team-function.ts';
import { FunctionProblem } from '../_shared/answer/problem.ts';
import { setUpCodeHash, setUpCodeOf } from '../_shared/team/set-up-code.ts';

type Change = z.output<typeof TeamPeopleRequest>;

const peopleOf = async (team: Team) => TeamPeopleAnswer.shape.people.parse(await team.ask('team_people'));

const people = defineTeamFunction({
  method: 'GET',
  roles: ['administrator', 'clinician'],
  reads: [],
  run: async (_input, team) =>
    TeamPeopleAnswer.parse({
      people: await peopleOf(team),
      kinds: await team.ask('team_appointment_types'),
    }),
});

/** Clinicians approve roles and reset apps. The database decides what else needs an administrator. */
const change = defineTeamFunction({
  method: 'POST',
  roles: ['administrator', 'clinician'],
  reads: ['identity'],
  input: TeamPeopleRequest,
  run: async (asked, team) => {
    const setUp =
      asked.action === 'invite' || asked.action === 'reset-factor' ? await newCode(asked, team) : null;
    const changed = await changePeople({ ...asked, codeHash: setUp?.hash }, team);
    return TeamPeopleChanged.parse({
      ...(changed as object),
      people: await peopleOf(team),
      ...(setUp && { setUpCode: setUp.code }),
    });
  },
});

async function newCode(asked: Change, team: WritingTeam) {
  const email = await emailOf(asked, team);
  const code = await setUpCodeOf(team, [team.person.id, team.key, email]);
  return { code, hash: await setUpCodeHash(team, email, code) };
}

async function emailOf(asked: Change, team: Team): Promise<string> {
  if (asked.action === 'invite') return asked.email;
  const known = (await peopleOf(team)).find(({ id }) => id === asked.id);
  if (known) return known.email;
  throw new FunctionProblem(409, 'changed_meanwhile', 'This person is no longer on the team.');
}

/** Revealing that an address is a patient's is logged in that patient's log. */
async function changePeople(p_change: Change & { codeHash: string | undefined }, team: WritingTeam) {
  try {
    return await team.write('team_change_people', { p_change });
  } catch (error) {
    if (p_change.action === 'invite' && codeOf(error) === 'address_of_patient')
      await team.ask('team_audit_patient_address', { p_email: p_change.email });
    throw error;
  }
}

export const handler = readAndWritten(people, change);

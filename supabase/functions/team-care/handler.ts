import type * as z from 'zod/mini';
import { startOf } from '../../../domain/contracts/iso.ts';
import { TeamCareAnswer, TeamCareRequest } from '../../../domain/contracts/team-care.ts';
import { isInFuture } from '../../../domain/results/taken-at.ts';
import { DAY } from '../../../domain/time/instant.ts';
import { defineTeamFunction } from '../_shared/define-team-function.ts';
import { invalidInput } from '../_shared/problem.ts';

type Act = z.output<typeof TeamCareRequest>;

const DAYS_OF_A_YEAR = 366;

/** What is done for a patient beside notes and calls. */
export const handler = defineTeamFunction({
  method: 'POST',
  roles: ['coach', 'clinician'],
  reads: [],
  input: TeamCareRequest,
  run: async (act, team) => {
    if (act.action === 'log') checkDay(act.day, team.now().getTime());
    return TeamCareAnswer.parse(await team.write('team_care', { p_act: { ...act, ids: patientsOf(act) } }));
  },
});

function checkDay(day: string, now: number): void {
  if (isInFuture(startOf(day), now)) throw invalidInput('day', 'The test date cannot be in the future');
  if (startOf(day) < now - DAYS_OF_A_YEAR * DAY)
    throw invalidInput('day', 'The test was taken more than a year ago');
}

const patientsOf = (act: Act): string[] => ('ids' in act ? act.ids : [act.id]);

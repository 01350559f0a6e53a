import type * as z from 'zod/mini';
import { TeamCareAnswer, TeamCareRequest } from '../../../domain/contracts/team/team-care.ts';
import { careNewsMail, storedMail } from '../../../domain/notifications/care-notices.ts';
import { addDays, type LocalDate } from '../../../domain/time/day.ts';
import { localDate } from '../../../domain/time/local.ts';
import { defineTeamFunction } from '../_shared/request/define-team-function.ts';
import { FunctionProblem, invalidInput } from '../_shared/answer/problem.ts';

type Act = z.output<typeof TeamCareRequest>;

const DAYS_OF_A_YEAR = 366;

/** What is done for a patient beside notes and calls. */
export const handler = defineTeamFunction({
  method: 'POST',
  roles: ['coach', 'clinician'],
  reads: ['outcome_events'],
  input: TeamCareRequest,
  run: async (act, team) => {
    // Who writes says 'today' by their own calendar.
    const today = localDate(team.now().getTime(), team.person.timeZone);
    checkDays(act, today);
    const p_act = { ...act, ids: patientsOf(act), today };
    const write =
      act.action === 'clear-safety-check'
        ? () =>
            team.write('team_clear_check', {
              p_act: { ...p_act, mail: storedMail(careNewsMail(team.portal.siteUrl)) },
            })
        : () => team.write('team_care', { p_act });
    try {
      return TeamCareAnswer.parse(await write());
    } catch (problem) {
      if (problem instanceof FunctionProblem) await team.ask('team_note_tried', { p_patients: p_act.ids });
      throw problem;
    }
  },
});

function checkDays(act: Act, today: LocalDate): void {
  if ('day' in act) {
    // Where the patient lives it may be tomorrow already.
    if (act.day > addDays(today, 1)) throw invalidInput('day', 'The day cannot be in the future');
    if (act.day < addDays(today, -DAYS_OF_A_YEAR))
      throw invalidInput('day', 'The day is more than a year ago');
  }
  if ('until' in act && act.until && act.until < today)
    throw invalidInput('until', 'Please choose today or a later day');
}

const patientsOf = (act: Act): string[] => ('ids' in act ? act.ids : [act.id]);

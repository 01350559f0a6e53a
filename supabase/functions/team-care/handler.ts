import type * as z from 'zod/mini';
import { TeamCareAnswer, TeamCareRequest } from '../../../domain/contracts/team/team-care.ts';
import { careNewsEmail, storedEmail } from '../../../domain/notifications/care-notices.ts';
import { isUrgent } from '../../../domain/symptoms/urgent-report.ts';
import { addDays, type LocalDate } from '../../../domain/time/day.ts';
import { DAY, instantFromIso, MINUTE, type Instant } from '../../../domain/time/instant.ts';
import { localDate } from '../../../domain/time/local.ts';
import { defineTeamFunction } from '../_shared/request/define-team-function.ts';
import { FunctionProblem, invalidInput } from '../_shared/answer/problem.ts';

type Act = z.output<typeof TeamCareRequest>;

const DAYS_OF_A_YEAR = 366;
const CLOCKS_DIFFER = 5 * MINUTE;

/** The team's acts for a patient, other than notes and calls. */
export const handler = defineTeamFunction({
  method: 'POST',
  roles: ['coach', 'clinician'],
  reads: ['outcome_events'],
  input: TeamCareRequest,
  run: async (act, team) => {
    // 'Today' is in the writer's zone.
    const today = localDate(team.now().getTime(), team.person.timeZone);
    checkDays(act, today);
    checkMoment(act, team.now().getTime());
    const p_act = {
      ...act,
      ...('signs' in act && { urgent: isUrgent(act) }),
      ids: patientsOf(act),
      today,
    };
    const withEmail = () => ({ ...p_act, mail: storedEmail(careNewsEmail(team.portal.siteUrl)) });
    try {
      const answer =
        act.action === 'clear-safety-check'
          ? await team.write('team_clear_check', { p_act: withEmail() })
          : await team.write('team_care', { p_act: resumesTreatment(act) ? withEmail() : p_act });
      return TeamCareAnswer.parse(answer);
    } catch (problem) {
      if (problem instanceof FunctionProblem) await team.ask('team_audit_attempt', { p_patients: p_act.ids });
      throw problem;
    }
  },
});

/** The patient gets the usual discreet email. */
const resumesTreatment = (act: Act): boolean =>
  act.action === 'resume' || (act.action === 'resolve' && act.to === 'treatment');

function checkDays(act: Act, today: LocalDate): void {
  if ('day' in act) {
    // Where the patient lives, it may already be tomorrow.
    if (act.day > addDays(today, 1)) throw invalidInput('day', 'The day cannot be in the future');
    if (act.day < addDays(today, -DAYS_OF_A_YEAR))
      throw invalidInput('day', 'The day is more than a year ago');
  }
  if ('until' in act && act.until && act.until < today)
    throw invalidInput('until', 'Please select today or a later day');
}

function checkMoment(act: Act, now: Instant): void {
  if (act.action === 'contact' && act.at !== undefined) {
    const at = instantFromIso(act.at);
    if (at > now + CLOCKS_DIFFER) throw invalidInput('at', 'This is in the future');
    if (at < now - DAYS_OF_A_YEAR * DAY) throw invalidInput('at', 'This is more than a year ago');
  }
  if (act.action === 'follow-up') {
    const at = instantFromIso(act.at);
    // Nine o’clock today is already due if the day has started.
    if (at < now - DAY || at > now + DAYS_OF_A_YEAR * DAY)
      throw invalidInput('at', 'Please select a time in the next year');
  }
}

const patientsOf = (act: Act): string[] => ('ids' in act ? act.ids : [act.id]);

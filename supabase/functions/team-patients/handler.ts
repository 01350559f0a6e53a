import { itemsOf } from '../../../domain/attention/items-of.ts';
import { standingOf, type Decision } from '../../../domain/attention/standing.ts';
import { NOWHERE, patientFacts, type PatientRows } from '../../../domain/attention/told.ts';
import { TeamPatientsAnswer, TeamPatientsRequest } from '../../../domain/contracts/team-patients.ts';
import type { Instant } from '../../../domain/time/instant.ts';
import { defineTeamRead } from '../_shared/define-team-function.ts';

/** What the rules read of somebody of whom something may be said. */
type Waiting = { patients: PatientRows[]; decisions: Decision[] };
type Listed = { id: string; summary?: { attention: Waiting | null } };

/** A page of patients. The database decides who is shown with what, and notes it for each of them. */
export const handler = defineTeamRead({
  roles: ['coach', 'clinician', 'administrator'],
  reads: ['identity', 'summary', 'administrative_summary'],
  input: TeamPatientsRequest,
  procedure: 'team_patients',
  values: (query) => ({ p_query: query }),
  answer: (read, now, { coachTimeZone }) => {
    const page = read as { patients: Listed[] };
    const patients = page.patients.map(({ summary, ...patient }) =>
      summary
        ? {
            ...patient,
            summary: { ...summary, attention: attentionOf(summary.attention, coachTimeZone, now.getTime()) },
          }
        : patient,
    );
    return TeamPatientsAnswer.parse({ ...page, patients });
  },
});

function attentionOf(waiting: Waiting | null, zone: string | null, now: Instant) {
  if (waiting === null) return null;
  const decisions = new Map(waiting.decisions.map((decision) => [decision.key, decision]));
  const patients = waiting.patients.map((rows) => patientFacts(rows, zone, now));
  const open = itemsOf({ zone: NOWHERE, patients, invitations: [], manyOpenings: [] }, now).filter(
    (item) => !standingOf(item, decisions.get(item.key), now).isDone,
  );
  return open.length > 0 ? { items: open.length, urgent: open.some(({ isUrgent }) => isUrgent) } : null;
}

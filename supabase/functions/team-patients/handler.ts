import type { ClinicHours } from '../../../domain/coach/clinic-hours.ts';
import { openItems } from '../../../domain/worklist/open-items.ts';
import { byKey, type Decision } from '../../../domain/worklist/item-with-decision.ts';
import { patientFacts, type PatientRows } from '../../../domain/worklist/facts-from-rows.ts';
import { TeamPatientsAnswer, TeamPatientsRequest } from '../../../domain/contracts/team/team-patients.ts';
import type { Instant } from '../../../domain/time/instant.ts';
import { defineTeamRead } from '../_shared/request/define-team-function.ts';
import { clinicHours } from '../_shared/team/clinic-hours.ts';

/** For patients who may have items: the counts of the last look, and the others' facts for the rules. */
type Waiting = { counted: (Attention & { id: string })[]; patients: PatientRows[]; decisions: Decision[] };
type Attention = { items: number; urgent: boolean };
type Page = { patients: { id: string; summary?: object }[]; waiting: Waiting | null };

/** A page of patients. The database decides which patients and fields are shown, and logs each of them. */
export const handler = defineTeamRead({
  roles: ['coach', 'clinician', 'administrator'],
  reads: ['identity', 'summary', 'administrative_summary'],
  input: TeamPatientsRequest,
  procedure: 'team_patients',
  values: (query) => ({ p_query: query }),
  answer: async (read, now, context, query) => {
    const { waiting, patients, ...page } = read as Page;
    const attention = waiting
      ? attentionIn(waiting, await clinicHours(context), now.getTime())
      : new Map<string, Attention>();
    const listed = ({ summary, ...patient }: Page['patients'][number]) =>
      summary
        ? { ...patient, summary: { ...summary, attention: attention.get(patient.id) ?? null } }
        : patient;
    // The database's count is from the last look, so items that ended since are removed.
    const shown = query.attention ? patients.filter(({ id }) => attention.has(id)) : patients;
    return TeamPatientsAnswer.parse({ ...page, patients: shown.map(listed) });
  },
});

function attentionIn({ counted, patients, decisions }: Waiting, clinic: ClinicHours, now: Instant) {
  const decided = byKey(decisions);
  const found = patients.map((rows) => {
    const open = openItems(patientFacts(rows, clinic, now), decided, now).filter(
      ({ remindAt }) => remindAt === null,
    );
    return { id: rows.id, items: open.length, urgent: open.some(({ isUrgent }) => isUrgent) };
  });
  return new Map([...counted, ...found].filter(({ items }) => items > 0).map(({ id, ...one }) => [id, one]));
}

import type { ClinicFacts } from '../../../../domain/worklist/facts.ts';
import { itemsOf } from '../../../../domain/worklist/items-of.ts';
import {
  byKey,
  isShownTo,
  withDecisions,
  type Decision,
  type ItemWithDecision,
} from '../../../../domain/worklist/item-with-decision.ts';
import {
  administrativeFacts,
  patientFacts,
  type AdministrativeRows,
  type PatientRows,
} from '../../../../domain/worklist/facts-from-rows.ts';
import type { Instant } from '../../../../domain/time/instant.ts';
import type { Team } from '../request/define-team-function.ts';

/** The answer of `private.today_facts` for one person. */
export type WorklistRows = {
  patients: PatientRows[];
  administrative: AdministrativeRows[];
  /** Only for administrators. */
  clinic: Pick<ClinicFacts, 'invitations' | 'manyOpenings' | 'alarmsFailingSince'> | null;
  calendarFailing: ClinicFacts['calendarFailing'];
  decisions: Decision[];
  /** For a coach: their own patients. */
  own: string[] | null;
};

/** The items this person may see, done or not. */
export async function itemsFor(
  { person, clinicHours }: Team,
  facts: WorklistRows,
  now: Instant,
): Promise<ItemWithDecision[]> {
  const clinic = await clinicHours();
  const items = itemsOf(
    {
      clinic,
      patients: [
        ...facts.patients.map((rows) => patientFacts(rows, clinic, now)),
        ...facts.administrative.map((rows) => administrativeFacts(rows, clinic)),
      ],
      invitations: facts.clinic?.invitations ?? [],
      manyOpenings: facts.clinic?.manyOpenings ?? [],
      alarmsFailingSince: facts.clinic?.alarmsFailingSince ?? null,
      calendarFailing: facts.calendarFailing,
    },
    now,
  );
  const decisions = byKey(facts.decisions);
  const own = new Set(facts.own);
  return withDecisions(items, decisions, now).filter((item) =>
    isShownTo(item, person, item.patient !== null && own.has(item.patient.id)),
  );
}

import type { Instant } from '../time/instant.ts';
import { UNSET_CLINIC_ZONE } from '../time/zone.ts';
import type { PatientFacts } from './facts.ts';
import { itemsOf } from './items-of.ts';
import { withDecisions, type Decision, type ItemWithDecision } from './item-with-decision.ts';

/** A patient's open items: not done by anyone yet. */
export function openItems(
  facts: PatientFacts,
  decisions: ReadonlyMap<string, Decision>,
  now: Instant,
): ItemWithDecision[] {
  const items = itemsOf(
    {
      zone: UNSET_CLINIC_ZONE,
      patients: [facts],
      invitations: [],
      manyOpenings: [],
      alarmsFailingSince: null,
      calendarFailing: null,
    },
    now,
  );
  return withDecisions(items, decisions, now).filter(({ isDone }) => !isDone);
}

import type { Instant } from '../time/instant.ts';
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
      clinic: facts.clinic,
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

import type { Instant } from '../time/instant.ts';
import type { PatientFacts } from './facts.ts';
import { itemsOf } from './items-of.ts';
import { withDecisions, type Decision, type ItemWithDecision } from './item-with-decision.ts';
import { NOWHERE } from './facts-from-rows.ts';

/** What waits of one patient: done by nobody yet. */
export function openItems(
  facts: PatientFacts,
  decisions: ReadonlyMap<string, Decision>,
  now: Instant,
): ItemWithDecision[] {
  const items = itemsOf(
    { zone: NOWHERE, patients: [facts], invitations: [], manyOpenings: [], alarmsFailingSince: null },
    now,
  );
  return withDecisions(items, decisions, now).filter(({ isDone }) => !isDone);
}

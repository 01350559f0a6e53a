import type { Instant } from '../time/instant.ts';
import type { PatientFacts } from './facts.ts';
import { itemsOf } from './items-of.ts';
import { standingOf, type Decision, type Standing } from './standing.ts';
import { NOWHERE } from './told.ts';

/** What waits of one patient: done by nobody yet. */
export function openItems(
  facts: PatientFacts,
  decisions: ReadonlyMap<string, Decision>,
  now: Instant,
): Standing[] {
  return itemsOf(
    { zone: NOWHERE, patients: [facts], invitations: [], manyOpenings: [], alarmsFailingSince: null },
    now,
  )
    .map((item) => standingOf(item, decisions.get(item.key), now))
    .filter(({ isDone }) => !isDone);
}

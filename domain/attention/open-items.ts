import type { Instant } from '../time/instant.ts';
import type { PatientFacts } from './facts.ts';
import { itemsOf } from './items-of.ts';
import { standingsOf, type Decision, type Standing } from './standing.ts';
import { NOWHERE } from './told.ts';

/** What waits of one patient: done by nobody yet. */
export function openItems(
  facts: PatientFacts,
  decisions: ReadonlyMap<string, Decision>,
  now: Instant,
): Standing[] {
  const items = itemsOf(
    { zone: NOWHERE, patients: [facts], invitations: [], manyOpenings: [], alarmsFailingSince: null },
    now,
  );
  return standingsOf(items, decisions, now).filter(({ isDone }) => !isDone);
}

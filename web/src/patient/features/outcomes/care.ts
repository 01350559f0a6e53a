import { careStatus, type CareStatus } from '@domain/care-state/care-state.ts';
import type { CareFacts, OutcomeEvent, PregnancyFact } from '@domain/care-state/facts.ts';
import { lossOf, type Loss } from '@domain/care-state/loss.ts';
import { surfacesOf, type Surfaces } from '@domain/care-state/surfaces.ts';
import type { Status } from '@domain/journey/progress.ts';
import type { PregnancyResult } from '@domain/results/pregnancy.ts';
import type { TestResult } from '@domain/results/results.ts';
import type { LocalDate } from '@domain/time/day.ts';
import type { Instant } from '@domain/time/instant.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';

/** The patient's care state, and what it means for every screen. */
export type Care = CareStatus & {
  surfaces: Surfaces;
  /** The last loss that wasn't undone. It hides pregnancy results until the patient shows them again. */
  lossId: string | null;
  /** The loss behind the state `after-loss`. */
  loss: Loss | null;
};

type Result = TestResult & { loggedAt: Instant; cycle: number | null; takenOn: LocalDate };
/** The facts that have loaded. */
export type Loaded = {
  results: readonly Result[] | undefined;
  events: readonly OutcomeEvent[] | undefined;
  status: Status | undefined;
};

/** Null while unknown, because nothing may be guessed then. */
export function careOf(loaded: Loaded, now: Instant): Care | null {
  const facts = factsOf(loaded);
  if (!facts) return null;
  const status = careStatus(facts, now, shownZone());
  const lossId = facts.events.findLast(isLoss)?.id ?? null;
  return { ...status, surfaces: surfacesOf(status), lossId, loss: lossOf(facts) };
}

const isLoss = ({ kind, resolvedTo }: OutcomeEvent) => kind === 'loss' || resolvedTo === 'after-loss';

type Test = { result: PregnancyResult; day: LocalDate; cycle: number };

/** The care state after a test that is logged now, including one that waits on the device. */
export function statusAfter(loaded: Loaded, { day, ...test }: Test, now: Instant): CareStatus | null {
  const facts = factsOf(loaded);
  const latest: PregnancyFact = { id: 'now', ...test, takenOn: day, receivedAt: now };
  return facts && careStatus({ ...facts, results: [...facts.results, latest] }, now, shownZone());
}

/**
 * If only the results failed to load, the reported events decide, except in a pregnancy, which only a result
 * shows.
 */
export function factsOf({ results, events, status }: Loaded): CareFacts | null {
  if (!events || (!results && status !== 'Active' && status !== 'Paused')) return null;
  return { events, results: (results ?? []).filter(({ type }) => type === 'PREGNANCY').map(factOf) };
}

const factOf = ({ id, result, takenOn, loggedAt, cycle }: Result): PregnancyFact => ({
  id,
  result: result as PregnancyResult,
  takenOn,
  receivedAt: loggedAt,
  cycle: cycle ?? 1,
});

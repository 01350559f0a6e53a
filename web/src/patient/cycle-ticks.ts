import { cycleStanding } from '@domain/cycle/standing.ts';
import { factsOf } from '@domain/cycle/told.ts';
import { cycleUnderWay } from '@domain/journey/cycle-under-way.ts';
import type { CycleTicks } from '@domain/journey/done.ts';
import type { CompletedPhase } from '@domain/journey/progress.ts';
import { recordIn, type CycleRecord } from '@/patient/features/cycle/record.ts';
import { safetyOf } from '@/patient/features/cycle/safety.ts';
import type { LoggedResult } from '@/patient/features/results/queries.ts';
import { localDay } from '@/lib/dates/dates.ts';

export { recordIn };

export type KnownOfCycle = {
  completed: readonly CompletedPhase[] | undefined;
  results: readonly LoggedResult[] | undefined;
  events: Parameters<typeof safetyOf>[0]['events'] | undefined;
};

/** The treatment cycle under way, where its safety check is ready, and what the body's cycle asks for. */
export function cycleTicks(
  record: CycleRecord | undefined,
  { completed, results, events }: KnownOfCycle,
  now: number,
): CycleTicks | null {
  if (!record || !completed || !results || !events) return null;
  const today = localDay(now);
  const cycle = cycleUnderWay(completed);
  const isReady = safetyOf({ record, results, events, cycle, today }) === 'ready';
  // Outside treatment nothing of a cycle is listed.
  const facts = factsOf({ ...record, results, events, careState: 'treatment' });
  return { checkedIn: isReady ? cycle : null, cycleNext: cycleStanding(facts, today).next };
}

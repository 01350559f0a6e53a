import { cycleUnderWay } from '@domain/journey/cycle-under-way.ts';
import type { CompletedPhase } from '@domain/journey/progress.ts';
import { recordIn, type CycleRecord } from '@/patient/features/cycle/record.ts';
import { safetyOf } from '@/patient/features/cycle/safety.ts';
import { localDay } from '@/lib/dates/dates.ts';

export { recordIn };

type Safety = Parameters<typeof safetyOf>[0];
export type KnownOfCheck = {
  completed: readonly CompletedPhase[] | undefined;
  results: Safety['results'] | undefined;
  events: Safety['events'] | undefined;
};

/** The treatment cycle under way, where its safety check is ready. */
export function checkedIn(
  record: CycleRecord | undefined,
  { completed, results, events }: KnownOfCheck,
  now: number,
): number | null {
  if (!record || !completed || !results || !events) return null;
  const cycle = cycleUnderWay(completed);
  return safetyOf({ record, results, events, cycle, today: localDay(now) }) === 'ready' ? cycle : null;
}

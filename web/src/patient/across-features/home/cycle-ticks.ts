import { cycleUnderWay } from '@domain/journey/cycle-under-way.ts';
import type { CycleTicks } from '@domain/journey/done.ts';
import type { FactsOfNow } from '@domain/next-step/facts.ts';
import { APPLICATOR_AHEAD } from '@domain/next-step/applicators.ts';
import { areCyclesOver, isCycleOver } from '@domain/next-step/cycle-over.ts';
import { dueTasks } from '@domain/next-step/due.ts';
import { kitForPeak, type KitForPeak } from '@domain/next-step/kit-for-peak.ts';
import { mayUseApplicator } from '@domain/next-step/may-use.ts';
import { pregnancyTestFrom } from '@domain/results/too-early.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import { treatmentDay } from '@/lib/entries/treatment-day.ts';
import { dayFacts, cycleIn, type LoadedDay } from './day-facts.ts';

export { cycleIn };

/** The current treatment cycle if its safety check is ready, and the tasks for today. */
export function cycleTicks(
  userId: string,
  loaded: LoadedDay,
  { now, calls }: Pick<FactsOfNow, 'now' | 'calls'>,
): (CycleTicks & { isHeld: boolean; hasBled: boolean; kit: KitForPeak }) | null {
  const facts = dayFacts(loaded, { now, calls, zone: shownZone(), timers: treatmentDay(userId) });
  if (!facts || !loaded.progress) return null;
  const { safety, lastNegativeOn, lastPeriodOn, cycle, applicators } = facts;
  const { usedOn } = applicators;
  const lastUse = usedOn.at(-1);
  const isNegativeEarly =
    lastNegativeOn !== null && lastUse !== undefined && lastNegativeOn < pregnancyTestFrom(lastUse);
  const isOver = isCycleOver(usedOn, lastPeriodOn);
  return {
    checkedIn: safety === 'ready' ? cycleUnderWay(loaded.progress.completed) : null,
    due: dueTasks(facts),
    isNegativeEarly,
    isSecondAhead: usedOn.length === 1 && APPLICATOR_AHEAD.has(cycle.next),
    isTestAhead: usedOn.length > 0 && (lastNegativeOn === null || isNegativeEarly) && !isOver,
    cannotUse: !mayUseApplicator(facts),
    // A clinician decides what comes after the first one, and after a period there is nothing left to use.
    hasUsed: usedOn.length > 0 && safety !== 'held' && !isOver,
    areCyclesOver: areCyclesOver(facts.step?.cycle, usedOn, lastPeriodOn),
    isHeld: safety === 'held',
    hasBled: facts.bleeding !== null,
    kit: kitForPeak(facts),
  };
}

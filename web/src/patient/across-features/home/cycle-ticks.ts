import { cycleUnderWay } from '@domain/journey/cycle-under-way.ts';
import type { CycleTicks } from '@domain/journey/done.ts';
import type { FactsOfNow } from '@domain/next-step/facts.ts';
import { areCyclesOver } from '@domain/next-step/cycle-over.ts';
import { dueTasks } from '@domain/next-step/due.ts';
import { pregnancyTestFrom } from '@domain/results/too-early.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import { treatmentDay } from '@/lib/entries/treatment-day.ts';
import { dayFacts, cycleIn, type LoadedDay } from './day-facts.ts';

export { cycleIn };

/** The treatment cycle under way, where its safety check is ready, and the tasks that today is for. */
export function cycleTicks(
  userId: string,
  loaded: LoadedDay,
  { now, calls }: Pick<FactsOfNow, 'now' | 'calls'>,
): (CycleTicks & { isHeld: boolean; hasBled: boolean }) | null {
  const facts = dayFacts(loaded, { now, calls, zone: shownZone(), timers: treatmentDay(userId) });
  if (!facts || !loaded.progress) return null;
  const { safety, lastNegativeOn, applicators, cycle } = facts;
  const lastUse = applicators.usedOn.at(-1);
  return {
    checkedIn: safety === 'ready' ? cycleUnderWay(loaded.progress.completed) : null,
    due: dueTasks(facts),
    isNegativeEarly:
      lastNegativeOn !== null && lastUse !== undefined && lastNegativeOn < pregnancyTestFrom(lastUse),
    isCoachFirst: cycle.askCoach.length > 0,
    hasUsed: applicators.usedOn.length > 0,
    areCyclesOver: areCyclesOver(facts.step?.cycle, applicators.usedOn, facts.lastPeriodOn),
    isHeld: safety === 'held',
    hasBled: facts.bleeding !== null,
  };
}

import type { OutcomeEvent } from '@domain/care-state/facts.ts';
import { afterTest } from '@domain/cycle/after-test.ts';
import { factsOf, type CycleRows } from '@domain/cycle/facts-from-rows.ts';
import { ABSTINENCE } from '@domain/copy/abstinence.ts';
import { PEAK_WHILE_HELD } from '@domain/copy/peak-while-held.ts';
import { PEAK_WITHOUT_KIT } from '@domain/copy/peak-without-kit.ts';
import { isTooEarly } from '@domain/results/too-early.ts';
import { nextAfterPeak } from '@domain/next-step/applicator-action.ts';
import { areCyclesOver, isCycleOver } from '@domain/next-step/cycle-over.ts';
import { kitForPeak, type KitForPeak } from '@domain/next-step/kit-for-peak.ts';
import { nextStepRowsIn } from '@domain/next-step/rows.ts';
import { levelOf } from '@domain/results/level.ts';
import type { LocalDate } from '@domain/time/day.ts';
import type { Instant } from '@domain/time/instant.ts';
import { recordIn } from '@/patient/features/cycle/record.ts';
import { safetyOf } from '@/patient/features/cycle/safety.ts';
import { readPlan } from '@/patient/features/journey/own-plan.ts';
import type { Judged } from '@/patient/features/log-ovulation/plan-place.ts';
import type { LoggedResult } from '@/patient/features/results/queries.ts';

type Known = {
  /** Loaded by `cycleQuery`. */
  ownCycle: unknown;
  /** Loaded by `planQuery`. Undefined if that failed. */
  ownPlan: unknown;
  trackingUrl: string | null;
  /** The current time and zone, for a kit that is on its way. */
  now: Instant;
  zone: string;
  results: readonly LoggedResult[];
  events: readonly OutcomeEvent[];
  careState: CycleRows['careState'];
  /** The current treatment cycle. Null if unknown, so that none of its checks counts. */
  cycle: number | null;
};

/** Cycle numbers start at 1. A check that blocks treatment blocks it in every cycle. */
const NO_CYCLE = 0;

/**
 * What a test means in its cycle. Loads together with the cycle's rules while the patient is still choosing.
 */
export function testInCycle(
  known: Known,
  test: { result: string; takenOn: LocalDate },
  today: LocalDate,
): Judged {
  const { ownCycle, cycle, results, events, careState } = known;
  const others = { results, events, careState };
  const record = recordIn(ownCycle);
  const level = levelOf(test.result);
  const facts = factsOf({ ...record, ...others });
  const after = afterTest(facts, { takenOn: test.takenOn, level }, today);
  const isPeak = level === 'peak' && test.takenOn === today;
  const safety = safetyOf({ record, ...others, cycle: cycle ?? NO_CYCLE, today, isPeak });
  return {
    after,
    next: nextAfterPeak(after, safety),
    held: safety === 'held' ? PEAK_WHILE_HELD : null,
    withoutKit: level === 'peak' ? peakWithoutKit(known, record.applicatorsUsedOn.length > 0) : null,
    abstinence: level === 'high' && record.hasPartnerSample ? ABSTINENCE : null,
  };
}

/** A used applicator came from a kit, so the kit has arrived. */
function peakWithoutKit(known: Known, hasUsed: boolean) {
  const is = hasUsed ? null : kitOf(known);
  return is === null || is === 'at-hand' ? null : PEAK_WITHOUT_KIT[is];
}

/** Whether there is a kit to use; null where it is not known. */
export function kitOf({
  ownPlan,
  trackingUrl,
  now,
  zone,
}: Pick<Known, 'ownPlan' | 'trackingUrl' | 'now' | 'zone'>): KitForPeak | null {
  const own = ownPlan === undefined ? null : readPlan(ownPlan);
  return own && kitForPeak({ ...own.plan, kit: { ...own.kit, trackingUrl }, now, zone });
}

/** A period has ended the plan's current treatment cycle. */
export function isOver(ownCycle: unknown, cycle: number): boolean {
  const lastPeriod = recordIn(ownCycle).periods.find(({ kind }) => kind === 'period');
  return isCycleOver(usedIn(ownCycle, cycle), lastPeriod?.day ?? null);
}

/** A period of this day ends the last treatment cycle. */
export const endsTreatment = (ownCycle: unknown, cycle: number, day: LocalDate): boolean =>
  areCyclesOver(cycle, usedIn(ownCycle, cycle), day);

const usedIn = (ownCycle: unknown, cycle: number): LocalDate[] =>
  nextStepRowsIn(ownCycle)
    .uses.filter((use) => use.cycle === cycle)
    .map(({ on }) => on);

/** A pregnancy test of this day that is not positive says little yet. `told` is as `cycleQuery` brought it. */
export const isEarly = (ownCycle: unknown, day: LocalDate): boolean =>
  isTooEarly(day, {
    usedOn: nextStepRowsIn(ownCycle).uses.map(({ on }) => on),
    periods: recordIn(ownCycle)
      .periods.filter(({ kind }) => kind === 'period')
      .map((period) => period.day),
  });

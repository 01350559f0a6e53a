import type { CareState, OutcomeEvent } from '@domain/care-state/facts.ts';
import { cycleStatus } from '@domain/cycle/cycle-status.ts';
import { factsOf } from '@domain/cycle/facts-from-rows.ts';
import { currentStep } from '@domain/journey/current.ts';
import { cycleShown } from '@domain/journey/cycle-under-way.ts';
import type { Progress } from '@domain/journey/progress.ts';
import { isJustCleared, isKeptBlocked } from '@domain/safety/safety-status.ts';
import { localDate } from '@domain/time/local.ts';
import { afterReports, APPLICATOR_AHEAD, applicatorsOf } from '@domain/next-step/applicators.ts';
import type { FactsOfNow, NextStepFacts } from '@domain/next-step/facts.ts';
import { bleedingOf, earlyUnclearIn, lastDaysIn } from '@domain/next-step/last-days.ts';
import { nextStepRowsIn } from '@domain/next-step/rows.ts';
import { clinicSays } from '@/lib/clinic/clinic.ts';
import { emergencyNumber } from '@/lib/clinic/emergency-call.ts';
import { recordIn } from '@/patient/features/cycle/record.ts';
import { safetyOf } from '@/patient/features/cycle/safety.ts';
import type { OwnPlan } from '@/patient/features/journey/own-plan.ts';
import { careOf, factsOf as careFactsOf } from '@/patient/features/outcomes/care.ts';
import type { LoggedResult } from '@/patient/features/results/queries.ts';

export type LoadedCycle = ReturnType<typeof cycleIn>;
/** What `own_cycle` answered. */
export const cycleIn = (answer: unknown) => ({ record: recordIn(answer), uses: nextStepRowsIn(answer).uses });

/** Loaded data. Undefined until it has arrived. */
export type LoadedDay = {
  progress: Progress | null;
  results: readonly LoggedResult[] | undefined;
  events: readonly OutcomeEvent[] | undefined;
  cycle: LoadedCycle | undefined;
  plan: Pick<OwnPlan, 'plan' | 'hasNewNotes' | 'kit'> | null | undefined;
  trackingUrl: string | null;
  /** This device knows what the others reported about a cap. */
  isCapKnown: boolean;
};

/**
 * The facts that both Today and the plan's list are computed from. Null if one is missing, because half of
 * the facts could lead to the opposite.
 */
export function dayFacts(loaded: LoadedDay, ofNow: FactsOfNow): NextStepFacts | null {
  const { progress, results, events, plan, trackingUrl, isCapKnown } = loaded;
  const { now, zone } = ofNow;
  if (!progress || !results || !events || !loaded.cycle || !plan) return null;
  const care = careOf({ results, events, status: progress.status }, now);
  if (!care) return null;
  const { record, uses } = loaded.cycle;
  const known = { results, events };
  const today = localDate(now, zone);
  const cycle = cycleShown(progress);
  const step = currentStep(progress);
  const applicators = applicatorsOf(uses, cycle, { isCapKnown, now });
  const careFacts = careFactsOf({ ...known, status: progress.status });
  const statusIn = (careState: CareState) =>
    afterReports(cycleStatus(factsOf({ ...record, ...known, careState }), today), applicators, today);
  const inTreatment = statusIn('treatment');
  return {
    ...ofNow,
    care,
    step: step && { phaseId: step.phase.id, cycle: step.cycle },
    callsHeld: plan.plan.callsHeld,
    callsPast: plan.plan.callsPast,
    hasNewNotes: plan.hasNewNotes,
    cycle: care.state === 'treatment' ? inTreatment : statusIn(care.state),
    safety: safetyOf({ record, ...known, cycle, today }),
    isJustCleared: isJustCleared(record.checks, record.applicatorsUsedOn, now),
    isKeptBlocked: isKeptBlocked(record.checks, now),
    urgentReport: record.urgentReport,
    emergencyNumber: emergencyNumber(),
    clinicPhone: clinicSays('clinicPhone'),
    bleeding:
      careFacts &&
      bleedingOf(
        [...record.periods, ...record.bleedings.map((day) => ({ day, kind: 'unsure' as const }))],
        { care: careFacts, careState: care.state },
        today,
      ),
    applicatorWaits: care.state === 'unsure' && !care.afterPositive && APPLICATOR_AHEAD.has(inTreatment.next),
    earlyUnclear:
      care.state === 'unsure' && !care.afterPositive
        ? earlyUnclearIn({ results, periods: record.periods, usedOn: uses.map(({ on }) => on) }, inTreatment)
        : null,
    applicators,
    ...lastDaysIn({ results, periods: record.periods }, cycle),
    hasAnsweredQuestionnaire: plan.plan.hasAnswered,
    // A used applicator came from a kit, so the kit has arrived.
    kit: { ...plan.kit, trackingUrl, hasArrived: plan.kit.hasArrived || record.applicatorsUsedOn.length > 0 },
    hasPartnerSample: record.hasPartnerSample,
  };
}

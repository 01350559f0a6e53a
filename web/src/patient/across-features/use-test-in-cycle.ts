import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { currentStep } from '@domain/journey/current.ts';
import { TREATMENT_OUTLINE } from '@domain/journey/outline.ts';
import { cycleShown } from '@domain/journey/cycle-under-way.ts';
import type { LocalDate } from '@domain/time/day.ts';
import { customerQuery } from '@/patient/features/customer/queries.ts';
import { cycleQuery } from '@/patient/features/cycle/queries.ts';
import { progressOf } from '@/patient/features/journey/progress-of.ts';
import { planQuery } from '@/patient/features/journey/plan-query.ts';
import { completedPhasesQuery } from '@/patient/features/journey/queries.ts';
import type { Judged, PlanPlace } from '@/patient/features/log-ovulation/plan-place.ts';
import { outcomeEventsQuery } from '@/patient/features/outcomes/queries.ts';
import { resultsQuery } from '@/patient/features/results/queries.ts';
import { useUser } from '@/lib/backend/session.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import { today } from '@/lib/dates/test-day.ts';
import { testRulesQuery } from './test-rules-query.ts';
import { useCare } from './use-care.ts';

/** What a test logged now means in the patient's cycle, and the plan's current place. */
export function useTestInCycle() {
  const { id } = useUser();
  const { care } = useCare();
  const [now] = useState(Date.now);
  const { data: ownCycle } = useQuery(cycleQuery(id));
  const { data: results } = useQuery(resultsQuery(id));
  const { data: events } = useQuery(outcomeEventsQuery(id));
  const { data: ownPlan } = useQuery(planQuery(id));
  const customer = useQuery(customerQuery(id));
  const progress = progressOf(useQuery(completedPhasesQuery(id)), customer);
  const { data: rules } = useQuery(testRulesQuery);
  return {
    /** Null if too little is known. */
    judge: (result: string, takenOn: LocalDate): Judged | null => {
      if (!rules || !care || ownCycle === undefined || !results || !events) return null;
      const known = {
        ownCycle,
        ownPlan,
        trackingUrl: customer.data?.trackingUrl ?? null,
        now,
        zone: shownZone(),
        results,
        events,
        careState: care.state,
        cycle: progress && cycleShown(progress),
      };
      return rules.testInCycle(known, { result, takenOn }, today());
    },
    hasLogged: results?.some(({ type }) => type === 'ovulation') ?? false,
    place:
      progress && care?.surfaces.plan.asks
        ? placeOf(currentStep(progress), (cycle) => ownCycle !== undefined && rules?.isOver(ownCycle, cycle))
        : 'unknown',
  } as const;
}

function placeOf(
  step: ReturnType<typeof currentStep>,
  isOver: (cycle: number) => boolean | undefined,
): PlanPlace {
  if (!step || step.stage.number > 3) return 'after-treatment';
  if (step.stage.number < 3) return 'before-treatment';
  const { numberOfCycles } = TREATMENT_OUTLINE;
  if (step.cycle !== null && isOver(step.cycle))
    return step.cycle < numberOfCycles ? 'before-applicators' : 'after-treatment';
  const isBefore = step.phase.id === 'ovulation' || step.phase.id === 'abstinence';
  return isBefore ? 'before-applicators' : 'applicators';
}

import { useQuery } from '@tanstack/react-query';
import { afterTest, type AfterTest } from '@domain/cycle/after-test.ts';
import { factsOf } from '@domain/cycle/told.ts';
import { currentStep } from '@domain/journey/current.ts';
import { levelOf } from '@domain/results/level.ts';
import type { LocalDate } from '@domain/time/day.ts';
import { customerQuery } from '@/patient/features/customer/queries.ts';
import { useCycleRecord } from '@/patient/features/cycle/record.ts';
import { progressOf } from '@/patient/features/journey/progress-of.ts';
import { completedPhasesQuery } from '@/patient/features/journey/queries.ts';
import type { PlanPlace } from '@/patient/features/log-ovulation/plan-place.ts';
import { outcomeEventsQuery } from '@/patient/features/outcomes/queries.ts';
import { resultsQuery } from '@/patient/features/results/queries.ts';
import { useUser } from '@/lib/backend/session.ts';
import { today } from '@/lib/dates/test-day.ts';
import { useCare } from './use-care.ts';

/** What a test that is logged now is in the patient's cycle, and where their plan is. */
export function useTestInCycle() {
  const { id } = useUser();
  const { care } = useCare();
  const { record } = useCycleRecord();
  const { data: results } = useQuery(resultsQuery(id));
  const { data: events } = useQuery(outcomeEventsQuery(id));
  const progress = progressOf(useQuery(completedPhasesQuery(id)), useQuery(customerQuery(id)));
  return {
    /** Null where too little is known to tell. */
    judge: (result: string, takenOn: LocalDate): AfterTest | null => {
      if (!care || !record || !results || !events) return null;
      const facts = factsOf({ ...record, results, events, careState: care.state });
      return afterTest(facts, { takenOn, level: levelOf(result) }, today());
    },
    place: progress && care?.surfaces.plan.asks ? placeOf(currentStep(progress)) : 'unknown',
  };
}

function placeOf(step: ReturnType<typeof currentStep>): PlanPlace {
  if (!step || step.stage.number > 3) return 'unknown';
  if (step.stage.number < 3) return 'before-treatment';
  return step.phase.id === 'ovulation' || step.phase.id === 'abstinence'
    ? 'before-applicators'
    : 'applicators';
}

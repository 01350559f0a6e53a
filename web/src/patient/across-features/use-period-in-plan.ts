import { useQuery } from '@tanstack/react-query';
import { currentStep } from '@domain/journey/current.ts';
import type { LocalDate } from '@domain/time/day.ts';
import { useUser } from '@/lib/backend/session.ts';
import { customerQuery } from '@/patient/features/customer/queries.ts';
import type { PeriodPlace } from '@/patient/features/cycle/log-period.tsx';
import { cycleQuery } from '@/patient/features/cycle/queries.ts';
import { progressOf } from '@/patient/features/journey/progress-of.ts';
import { completedPhasesQuery } from '@/patient/features/journey/queries.ts';
import { testRulesQuery } from './test-rules-query.ts';

/** What a period of this day is in the patient's plan. If too little is known, it begins a cycle. */
export function usePeriodInPlan(): (day: LocalDate) => PeriodPlace {
  const { id } = useUser();
  const { data: ownCycle } = useQuery(cycleQuery(id));
  const customer = useQuery(customerQuery(id));
  const progress = progressOf(useQuery(completedPhasesQuery(id)), customer);
  const { data: rules } = useQuery(testRulesQuery);
  return (day) => {
    const step = progress && currentStep(progress);
    if (progress && (!step || step.stage.number > 3)) return 'after-treatment';
    if (!rules || ownCycle === undefined || !step?.cycle) return 'in-cycle';
    return rules.endsTreatment(ownCycle, step.cycle, day) ? 'ends-treatment' : 'in-cycle';
  };
}

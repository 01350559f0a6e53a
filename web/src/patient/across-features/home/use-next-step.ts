import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { NEXT_STEP } from '@domain/copy/next-step.ts';
import { MINUTE } from '@domain/time/instant.ts';
import { say, type FactsOfNow, type NextStep, type BookedAppointment } from '@domain/next-step/facts.ts';
import { rightNow, nextStepOf } from '@domain/next-step/next-step.ts';
import { appointmentsQuery } from '@/patient/features/appointments/queries.ts';
import { customerQuery } from '@/patient/features/customer/queries.ts';
import { cycleQuery } from '@/patient/features/cycle/queries.ts';
import { readPlan } from '@/patient/features/journey/own-plan.ts';
import { planQuery } from '@/patient/features/journey/plan-query.ts';
import { progressOf } from '@/patient/features/journey/progress-of.ts';
import { completedPhasesQuery } from '@/patient/features/journey/queries.ts';
import { outcomeEventsQuery } from '@/patient/features/outcomes/queries.ts';
import { resultsQuery } from '@/patient/features/results/queries.ts';
import { ifChanged } from '@/lib/backend/query-client.ts';
import { useUser } from '@/lib/backend/session.ts';
import { useFailureLog } from '@/lib/backend/use-failure-toast.ts';
import { useOffline } from '@/lib/backend/use-offline.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import { useNow } from '@/lib/dates/use-now.ts';
import { treatmentDayQuery } from '@/lib/entries/treatment-day-query.ts';
import { useTreatmentDay } from '@/lib/entries/treatment-day.ts';
import { dayFacts, cycleIn, type LoadedDay } from './day-facts.ts';

/** Home requested it when it opened. */
const OF_HOME = { refetchOnMount: ifChanged } as const;

const nextMinute = (now: number) => (Math.floor(now / MINUTE) + 1) * MINUTE;

/**
 * Today's step, from what Home has requested. Null while loading. Offline it is as of `knownAt`, and no
 * call can be joined.
 */
export function useNextStep(): { today: NextStep | null; now: number; knownAt: number | null } {
  const { id } = useUser();
  const now = useNow(nextMinute);
  const customer = useQuery({ ...customerQuery(id), ...OF_HOME });
  const completed = useQuery({ ...completedPhasesQuery(id), ...OF_HOME });
  const appointments = useQuery({ ...appointmentsQuery(id), ...OF_HOME });
  const results = useQuery({ ...resultsQuery(id), ...OF_HOME });
  const events = useQuery({ ...outcomeEventsQuery(id), ...OF_HOME });
  const cycle = useQuery({ ...cycleQuery(id), select: cycleIn });
  const plan = useQuery({ ...planQuery(id), select: readPlan });
  const timers = useTreatmentDay(id);
  // web/src/lib/live/follow-treatment-day.ts requests it after the first screen.
  const { isSuccess: isCapKnown } = useQuery({ ...treatmentDayQuery(id), enabled: false });
  const isOffline = useOffline();
  useFailureLog(cycle.error, 'The cycle reports did not load');

  const asked = [customer, completed, appointments, results, events, cycle, plan];
  const calls = (appointments.data ?? []).map(isOffline ? withoutRoom : (call) => call);
  const ofNow: FactsOfNow = { now, zone: shownZone(), timers, calls };
  const loaded: LoadedDay = {
    progress: progressOf(completed, customer),
    results: results.data,
    events: events.data,
    cycle: cycle.data,
    plan: plan.data,
    trackingUrl: customer.data?.trackingUrl ?? null,
    isCapKnown,
  };
  const facts = appointments.data && dayFacts(loaded, ofNow);
  if (!facts) {
    const unknown = asked.some(isOnItsWay) ? null : say(NEXT_STEP.unknown);
    return { today: rightNow(ofNow, false) ?? unknown, now, knownAt: null };
  }
  const knownAt = isOffline ? Math.min(...asked.map(({ dataUpdatedAt }) => dataUpdatedAt)) : null;
  return { today: nextStepOf(facts), now, knownAt };
}

const withoutRoom = (call: BookedAppointment): BookedAppointment => ({ ...call, joinUrl: null });

const isOnItsWay = ({ isPending, isPaused, failureCount }: UseQueryResult) =>
  isPending && !isPaused && failureCount === 0;

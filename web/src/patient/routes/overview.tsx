import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { PLAN_AT_REST } from '@domain/copy/plan-at-rest.ts';
import { countsOf } from '@domain/journey/action-counts.ts';
import { actionsOf } from '@domain/journey/actions.ts';
import { JOURNEY } from '@domain/journey/definition.ts';
import type { Step } from '@domain/journey/types.ts';
import { PageHeading } from '@/components/layout/page-heading.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { appointmentsQuery } from '@/patient/features/appointments/queries.ts';
import { customerQuery } from '@/patient/features/customer/queries.ts';
import { cycleQuery } from '@/patient/features/cycle/queries.ts';
import { cardId } from '@/patient/features/journey/plan/phase-card.tsx';
import { PhaseDrawer } from '@/patient/features/journey/plan/phase-drawer.tsx';
import { JourneyPlaceholder } from '@/patient/features/journey/journey-placeholder.tsx';
import { progressOf } from '@/patient/features/journey/progress-of.ts';
import { readPlan } from '@/patient/features/journey/own-plan.ts';
import { planQuery } from '@/patient/features/journey/plan-query.ts';
import { completedPhasesQuery } from '@/patient/features/journey/queries.ts';
import { StagePanel } from '@/patient/features/journey/plan/stage-panel.tsx';
import { useMarking } from '@/patient/features/journey/marking/use-marking.tsx';
import { useOpenPhase } from '@/patient/features/journey/plan/use-open-phase.ts';
import { outcomeEventsQuery } from '@/patient/features/outcomes/queries.ts';
import { resultsQuery } from '@/patient/features/results/queries.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { useUser, type SignedInUser } from '@/lib/backend/session.ts';
import { useOffline } from '@/lib/backend/use-offline.ts';
import { useFailureLog, useFailureToast } from '@/lib/backend/use-failure-toast.ts';
import { useCycleTicks } from '@/patient/across-features/home/use-cycle-ticks.ts';
import { prefetchCare, useCare } from '@/patient/across-features/use-care.ts';
import type { PageProps } from '@/patient/pages.ts';

export const prefetch = ({ id }: SignedInUser) =>
  Promise.all([
    prefetchCare({ id }),
    queryClient.prefetchQuery(completedPhasesQuery(id)),
    queryClient.prefetchQuery(appointmentsQuery(id)),
    queryClient.prefetchQuery(planQuery(id)),
    queryClient.prefetchQuery(cycleQuery(id)),
  ]);

const AsOf = lazy(() => import('@/product-components/as-of.tsx'));

export default function Overview({ title }: PageProps) {
  const user = useUser();
  const customer = useQuery(customerQuery(user.id));
  const completed = useQuery(completedPhasesQuery(user.id));
  const appointments = useQuery(appointmentsQuery(user.id));
  const { data: planAnswer, error: planError } = useQuery(planQuery(user.id));
  const ownPlan = planAnswer === undefined ? null : readPlan(planAnswer);
  const { data: logged } = useQuery(resultsQuery(user.id));
  useFailureToast(customer.error, 'Failed to load customer information. Please try again later.');
  useFailureToast(completed.error, 'Failed to load progress.');
  useFailureLog(appointments.error, 'The calls that unlock steps did not load');
  useFailureLog(planError, 'The completed actions did not load');

  const { care, isPending } = useCare();
  const asks = care?.surfaces.drawer.asks ?? false;
  const isAtRest = !care || care.surfaces.toDo === 'card';

  const phase = useOpenPhase();
  useFocusAfter(phase.step);
  const [now] = useState(Date.now);
  const { data: events } = useQuery(outcomeEventsQuery(user.id));
  const progress = isPending ? null : progressOf(completed, customer);
  const calls = appointments.data ?? [];
  const trackingUrl = customer.data?.trackingUrl ?? null;
  const ofCycle = useCycleTicks(!isPending, {
    progress,
    results: logged,
    events,
    plan: ownPlan,
    trackingUrl,
    calls,
    now,
  });
  const facts = {
    appointments: calls,
    trackingUrl,
    ticks: null,
    plan: null,
    ...ownPlan?.facts({ results: logged ?? [], appointments: calls, ...ofCycle, now }),
    pregnancyGuide: care?.surfaces.home.congratulates ?? false,
  };
  const isReviewed = ownPlan?.plan.callsHeld.includes('post-treatment-review') === true;
  const marking = useMarking({
    userId: user.id,
    facts,
    asks,
    onComplete: (leaving) => phase.close(leaving),
  });

  const isOffline = useOffline();
  return (
    <>
      <PageHeading hidden="on-small">{title}</PageHeading>
      {progress ? (
        <div className="space-y-4 sm:space-y-5">
          {isOffline && (
            <Suspense>
              <AsOf at={Math.min(customer.dataUpdatedAt, completed.dataUpdatedAt)} unknown="" />
            </Suspense>
          )}
          {isAtRest && <Notice>{PLAN_AT_REST.plan}</Notice>}
          {JOURNEY.map((stage) => (
            <StagePanel
              key={stage.id}
              {...{ stage, progress, isReviewed }}
              isAtRest={isAtRest}
              opened={phase.step}
              countsOf={(step) => countsOf(actionsOf(step, progress, facts, asks))}
              onOpen={phase.open}
            />
          ))}
          <PhaseDrawer
            step={phase.step}
            progress={progress}
            facts={facts}
            isReviewed={isReviewed}
            asks={asks}
            saving={marking.saving}
            takeBack={ownPlan?.takeBack ?? null}
            onComplete={marking.mark}
            onClose={() => phase.close()}
          />
          {marking.dialog}
        </div>
      ) : (
        <JourneyPlaceholder
          failed={[completed, customer].some(({ isError, isPaused }) => isError || isPaused)}
          onRetry={() => [completed, customer].forEach((query) => void query.refetch())}
        />
      )}
    </>
  );
}

/** When the drawer closes, its card gets the focus, even if a link opened the drawer. */
function useFocusAfter(step: Step | null): void {
  const last = useRef<Step | null>(null);
  useEffect(() => {
    if (!step && last.current) document.querySelector<HTMLElement>(`#${cardId(last.current)}`)?.focus();
    last.current = step;
  }, [step]);
}

import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { lazy, startTransition, Suspense, useEffect, useState } from 'react';
import { afterwardsOf } from '@domain/journey/afterwards.ts';
import { JOURNEY_OUTLINE, TREATMENT_OUTLINE } from '@domain/journey/outline.ts';
import { stageIn } from '@domain/journey/progress.ts';
import { Card } from '@/components/layout/card.tsx';
import { UpcomingAppointments } from '@/patient/features/appointments/upcoming-appointments.tsx';
import { appointmentsQuery } from '@/patient/features/appointments/queries.ts';
import { greetingName } from '@/patient/features/customer/greeting-name.ts';
import { customerQuery } from '@/patient/features/customer/queries.ts';
import { cycleQuery } from '@/patient/features/cycle/queries.ts';
import { Greeting } from '@/patient/features/journey/greeting.tsx';
import { HomeGrid } from '@/patient/features/journey/home-grid.tsx';
import { JourneyCard } from '@/patient/features/journey/journey-card.tsx';
import { JourneySkeleton } from '@/patient/features/journey/journey-frame.tsx';
import { JourneyPlaceholder } from '@/patient/features/journey/journey-placeholder.tsx';
import type { readPlan } from '@/patient/features/journey/own-plan.ts';
import { planQuery } from '@/patient/features/journey/plan-query.ts';
import { completedPhasesQuery } from '@/patient/features/journey/queries.ts';
import { ToDoCard } from '@/patient/features/journey/to-do-card.tsx';
import { outcomeEventsQuery } from '@/patient/features/outcomes/queries.ts';
import { useHomeCare } from '@/patient/features/outcomes/use-home-care.ts';
import { HomeResults } from '@/patient/features/results/home-results.tsx';
import { resultsQuery } from '@/patient/features/results/queries.ts';
import { PendingEntries } from '@/patient/features/pending-entries/pending-entries.tsx';
import { queryClient } from '@/lib/backend/query-client.ts';
import { currentSession, useUser, type SignedInUser } from '@/lib/backend/session.ts';
import { useFailureLog, useFailureToast } from '@/lib/backend/use-failure-toast.ts';
import { useNow } from '@/lib/dates/use-now.ts';
import { progressOf } from '@/patient/features/journey/progress-of.ts';
import type { PageProps } from '@/patient/pages.ts';
import { useCycleTicks } from '@/patient/use-cycle-ticks.ts';

export function prefetch({ id }: SignedInUser) {
  // Nothing that is seen first waits for these two. Safari calls nobody when it is idle.
  (window.requestIdleCallback ?? setTimeout)(() => {
    if (currentSession().user?.id !== id) return;
    void queryClient.prefetchQuery(cycleQuery(id));
    void queryClient.prefetchQuery(planQuery(id));
  });
  return Promise.all([
    queryClient.prefetchQuery(customerQuery(id)),
    queryClient.prefetchQuery(completedPhasesQuery(id)),
    queryClient.prefetchQuery(appointmentsQuery(id)),
    queryClient.prefetchQuery(resultsQuery(id)),
    queryClient.prefetchQuery(outcomeEventsQuery(id)),
  ]);
}

const loadToday = () => import('@/patient/today.tsx');
const Today = lazy(loadToday);
const CareCard = lazy(() => import('@/patient/care-card.tsx'));
const StateCard = lazy(() => import('@/patient/features/outcomes/state-card.tsx'));
const AfterwardsCard = lazy(() => import('@/patient/features/journey/afterwards-card.tsx'));
const CycleCard = lazy(() => import('@/patient/features/cycle/cycle-card.tsx'));
/** Of the card of most days, so that what stands below it does not move. */
const CYCLE_SPACE = 'min-h-76 sm:min-h-84';
/** Of the care card. */
const CARE_SPACE = 'min-h-28';
const cycleSpace = <Card className={CYCLE_SPACE} />;

export default function Home({ title }: PageProps) {
  const user = useUser();
  const now = useNow(nextHour);
  const customer = useQuery(customerQuery(user.id));
  const completed = useQuery(completedPhasesQuery(user.id));
  const appointments = useQuery(appointmentsQuery(user.id));
  const results = useQuery(resultsQuery(user.id));
  const events = useQuery(outcomeEventsQuery(user.id));
  const [read, setRead] = useState<typeof readPlan>();
  const told = useQuery({ ...planQuery(user.id), subscribed: read !== undefined });
  const plan = told.data === undefined ? undefined : read?.(told.data);
  useFailureToast(customer.error, 'Failed to load customer information. Please try again later.');
  useFailureToast(completed.error, 'Failed to load current phase.');
  useFailureLog(told.error, 'The ticks did not load');

  const record = customer.data ?? null;
  const progress = progressOf(completed, customer);
  const facts = { results: results.data, events: events.data, status: record?.status };
  const { care, surfaces, ...rules } = useHomeCare(facts, now);
  // All at once: a part that came later would push down what is already being read. Once it is there it stays.
  const isPending =
    [customer, completed].some((query) => query.isPending && !query.isPaused) ||
    [appointments, results, events].some(isFirstTry) ||
    rules.isPending;
  const [isOpen, setIsOpen] = useState(!isPending);
  if (!isOpen && !isPending) setIsOpen(true);
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    performance.mark('data-visible'); // for `npm run bench`
    startTransition(() => setIsShown(true));
    void loadToday().catch(() => undefined); // whoever shows it says so
    void import('@/patient/features/journey/own-plan.ts').then((behind) =>
      startTransition(() => setRead(() => behind.readPlan)),
    );
  }, [isOpen]);
  const calls = appointments.data ?? [];
  const trackingUrl = record?.trackingUrl ?? null;
  const ofCycle = useCycleTicks(isOpen, { ...facts, progress, plan, trackingUrl, calls, now });
  const actionFacts = {
    appointments: calls,
    trackingUrl,
    ticks: null,
    plan: null,
    ...plan?.facts({ results: results.data ?? [], appointments: calls, ...ofCycle, now }),
    pregnancyGuide: surfaces?.home.congratulates === true,
  };
  const stage = progress && stageIn(JOURNEY_OUTLINE, progress).number;
  const afterwards = surfaces?.plan.asks && progress && afterwardsOf(progress);
  const isAfterwards = afterwards !== 'pregnant' && afterwards;
  const journey = progress && (
    <JourneyCard
      programmeName={record?.programmeName ?? null}
      progress={progress}
      rests={surfaces?.plan.asks === false}
    />
  );
  const stateCard = (isAfterwards || (care && care.surfaces.toDo !== 'tasks')) && (
    <Suspense fallback={<Card className="min-h-64" />}>
      {isAfterwards ? <AfterwardsCard afterwards={isAfterwards} /> : <StateCard care={care!} />}
    </Suspense>
  );
  const isCardFirst = surfaces?.toDo.startsWith('card');
  // Nothing comes before these words.
  const isAfterLoss = care?.state === 'after-loss';
  const below = isShown ? 'contents' : 'contents below-first-screen';
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <Greeting now={now} name={customer.isPending ? null : greetingName(record, user.email)} />
      <HomeGrid
        first={isOpen && isAfterLoss && stateCard}
        today={
          read && (
            <Suspense>
              <Today />
            </Suspense>
          )
        }
      >
        {isOpen ? (
          <>
            <div className="contents xl:flex xl:flex-col xl:gap-6">
              {progress ? (
                <>
                  {journey}
                  {isCardFirst && !isAfterLoss && stateCard}
                  {surfaces && surfaces.toDo !== 'card' && (
                    <div className={below}>
                      <ToDoCard
                        progress={progress}
                        facts={actionFacts}
                        plan={told.error ? null : plan}
                        asks={surfaces.plan.asks}
                      />
                    </div>
                  )}
                  {!isCardFirst && stateCard}
                  {surfaces?.home.cycle &&
                    stage === TREATMENT_OUTLINE.number &&
                    results.data &&
                    events.data && (
                      <Suspense fallback={cycleSpace}>
                        {isShown ? (
                          <CycleCard
                            results={results.data}
                            events={events.data}
                            completed={progress.completed}
                            now={now}
                            className={CYCLE_SPACE}
                          />
                        ) : (
                          cycleSpace
                        )}
                      </Suspense>
                    )}
                  {!surfaces && !rules.isPending && (
                    <JourneyPlaceholder
                      failed
                      onRetry={() => [results, events].forEach((query) => void query.refetch())}
                    />
                  )}
                </>
              ) : (
                <JourneyPlaceholder
                  failed={[completed, customer].some(({ isError, isPaused }) => isError || isPaused)}
                  onRetry={() => [completed, customer].forEach((query) => void query.refetch())}
                />
              )}
              <PendingEntries />
              <div className={below}>
                <HomeResults
                  now={now}
                  asksToTest={(surfaces?.home.asksToTest && !afterwards) ?? false}
                  listsPregnancyResults={surfaces?.home.listsPregnancyResults ?? false}
                />
              </div>
            </div>
            <div className={`${below} xl:flex xl:flex-col xl:gap-6`}>
              <Suspense fallback={<Card className={CARE_SPACE} />}>
                <CareCard
                  record={customer.data}
                  progress={progress}
                  asks={surfaces?.plan.asks ?? false}
                  callsHeld={told.error || told.isPaused || plan === null ? [] : actionFacts.plan?.callsHeld}
                  isHeld={ofCycle?.isHeld ?? false}
                  isFirstStage={stage === null || stage === 1}
                />
              </Suspense>
              <UpcomingAppointments />
            </div>
          </>
        ) : (
          (journey ?? <JourneySkeleton />)
        )}
      </HomeGrid>
    </>
  );
}

/** What has failed once may take seconds to come, or never come: nothing else waits for it. */
const isFirstTry = ({ isPending, isPaused, failureCount }: UseQueryResult) =>
  isPending && !isPaused && failureCount === 0;

const HOUR = 60 * 60 * 1000;
const nextHour = (now: number) => (Math.floor(now / HOUR) + 1) * HOUR;

import { lazy, Suspense } from 'react';
import { Card } from '@/components/layout/card.tsx';
import { Greeting } from '@/patient/features/journey/home/greeting.tsx';
import { HomeGrid } from '@/patient/features/journey/home/home-grid.tsx';
import { JourneyCard } from '@/patient/features/journey/home/journey-card.tsx';
import { JourneySkeleton } from '@/patient/features/journey/home/journey-frame.tsx';
import { JourneyPlaceholder } from '@/patient/features/journey/journey-placeholder.tsx';
import { ToDoCard } from '@/patient/features/journey/home/to-do-card.tsx';
import { PendingEntries } from '@/patient/features/pending-entries/pending-entries.tsx';
import type { PageProps } from '@/patient/pages.ts';
import { useHome } from '@/patient/across-features/home/use-home.ts';

export { prefetchHome as prefetch } from '@/patient/across-features/home/use-home.ts';

const NextStep = lazy(() => import('@/patient/across-features/home/next-step.tsx'));
const StateCard = lazy(() => import('@/patient/features/outcomes/state-card.tsx'));
const AfterwardsCard = lazy(() => import('@/patient/features/journey/home/afterwards-card.tsx'));
const CycleCard = lazy(() => import('@/patient/features/cycle/cycle-card.tsx'));
const below = import('@/patient/across-features/home/home-below.tsx');
const CareCard = lazy(async () => ({ default: (await below).CareCard }));
const HomeResults = lazy(async () => ({ default: (await below).HomeResults }));
const UpcomingAppointments = lazy(async () => ({ default: (await below).UpcomingAppointments }));

/** The height of the card on most days, so that the content below doesn't move. */
const CYCLE_SPACE = 'min-h-76 sm:min-h-84';
const cycleSpace = <Card className={CYCLE_SPACE} />;

export default function Home({ title }: PageProps) {
  const home = useHome();
  const { progress, care, surfaces, afterwards, isOpen, isShown, now } = home;
  const journey = progress && (
    <JourneyCard
      programmeName={home.record?.programmeName ?? null}
      progress={progress}
      rests={surfaces?.plan.asks === false}
      isOver={home.isOver}
    />
  );
  const isAfterwards = afterwards !== 'pregnant' && afterwards;
  const stateCard = (isAfterwards || (care && care.surfaces.toDo !== 'tasks')) && (
    <Suspense fallback={<Card className="min-h-64" />}>
      {isAfterwards ? (
        <AfterwardsCard
          afterwards={isAfterwards}
          isReviewed={home.callsHeld?.includes('post-treatment-review') === true}
        />
      ) : (
        <StateCard care={care!} hasBled={home.hasBled} spokeAt={home.spokeAt} />
      )}
    </Suspense>
  );
  const isCardFirst = surfaces?.toDo.startsWith('card');
  // After a loss, the care card comes first.
  const isAfterLoss = care?.state === 'after-loss';
  const belowFirstScreen = isShown ? 'contents' : 'contents below-first-screen';
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      {home.isOver && <span hidden data-calm />}
      <Greeting now={now} name={home.name} />
      <HomeGrid
        first={isOpen && isAfterLoss && stateCard}
        nextStep={
          home.isPlanRead && (
            <Suspense>
              <NextStep />
            </Suspense>
          )
        }
      >
        {isOpen ? (
          <>
            <div className="contents xl:flex xl:flex-col xl:gap-6">
              {journey}
              {progress && isCardFirst && !isAfterLoss && stateCard}
              {progress && surfaces && surfaces.toDo !== 'card' && (
                <div className={belowFirstScreen}>
                  <ToDoCard
                    progress={progress}
                    facts={home.actionFacts}
                    plan={home.plan}
                    asks={surfaces.plan.asks}
                  />
                </div>
              )}
              {progress && !isCardFirst && stateCard}
              {home.cycleFacts && (
                <Suspense fallback={cycleSpace}>
                  {isShown ? <CycleCard {...home.cycleFacts} className={CYCLE_SPACE} /> : cycleSpace}
                </Suspense>
              )}
              {home.missing && <JourneyPlaceholder {...home.missing} />}
              <PendingEntries />
              <div className={belowFirstScreen}>
                <Suspense fallback={<Card className="min-h-72" />}>
                  <HomeResults
                    now={now}
                    asksToTest={(surfaces?.home.asksToTest && !home.isOver && !home.isWaiting) ?? false}
                    listsPregnancyResults={surfaces?.home.listsPregnancyResults ?? false}
                  />
                </Suspense>
              </div>
            </div>
            <div className={`${belowFirstScreen} xl:flex xl:flex-col xl:gap-6`}>
              <Suspense
                fallback={
                  <>
                    <Card className="min-h-28" />
                    <Card className="min-h-72" />
                  </>
                }
              >
                <CareCard
                  record={home.record}
                  progress={progress}
                  asks={home.asksForPlan}
                  callsHeld={home.callsHeld}
                  isHeld={home.isHeld}
                  isFirstStage={home.isFirstStage}
                />
                <UpcomingAppointments />
              </Suspense>
            </div>
          </>
        ) : (
          (journey ?? <JourneySkeleton />)
        )}
      </HomeGrid>
    </>
  );
}

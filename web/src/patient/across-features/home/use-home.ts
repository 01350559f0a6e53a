import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { startTransition, useEffect, useState } from 'react';
import { afterwardsOf } from '@domain/journey/afterwards.ts';
import { JOURNEY_OUTLINE, TREATMENT_OUTLINE } from '@domain/journey/outline.ts';
import { stageIn, stepIn } from '@domain/journey/progress.ts';
import { appointmentsQuery } from '@/patient/features/appointments/queries.ts';
import { keepOver } from '@/patient/features/customer/access-query.ts';
import { greetingName } from '@/patient/features/customer/greeting-name.ts';
import { customerQuery } from '@/patient/features/customer/queries.ts';
import { cycleQuery } from '@/patient/features/cycle/queries.ts';
import type { readPlan } from '@/patient/features/journey/own-plan.ts';
import { planQuery } from '@/patient/features/journey/plan-query.ts';
import { progressOf } from '@/patient/features/journey/progress-of.ts';
import { completedPhasesQuery } from '@/patient/features/journey/queries.ts';
import { outcomeEventsQuery } from '@/patient/features/outcomes/queries.ts';
import { useHomeCare } from '@/patient/features/outcomes/use-home-care.ts';
import { resultsQuery } from '@/patient/features/results/queries.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { currentSession, useUser, type SignedInUser } from '@/lib/backend/session.ts';
import { useFailureLog, useFailureToast } from '@/lib/backend/use-failure-toast.ts';
import { useNow } from '@/lib/dates/use-now.ts';
import { useCycleTicks } from '@/patient/across-features/home/use-cycle-ticks.ts';

export function prefetchHome({ id }: SignedInUser) {
  // Nothing visible first waits for these two. Safari has no idle callback.
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

/**
 * Home's data and its timing. `isOpen`: everything on the first screen has arrived, and stays. `isShown`: it
 * is on screen, so the rest may be laid out. `plan` and `cycle` are read only after that, because their rules
 * load after the first screen.
 */
export function useHome() {
  const user = useUser();
  const now = useNow(nextHour);
  const customer = useQuery(customerQuery(user.id));
  const completed = useQuery(completedPhasesQuery(user.id));
  const appointments = useQuery(appointmentsQuery(user.id));
  const results = useQuery(resultsQuery(user.id));
  const events = useQuery(outcomeEventsQuery(user.id));
  const [read, setRead] = useState<typeof readPlan>();
  const planAnswer = useQuery({ ...planQuery(user.id), subscribed: read !== undefined });
  useFailureToast(customer.error, 'Failed to load customer information. Please try again later.');
  useFailureToast(completed.error, 'Failed to load current phase.');
  useFailureLog(planAnswer.error, 'The completed actions did not load');

  const record = customer.data ?? null;
  const progress = progressOf(completed, customer);
  const facts = { results: results.data, events: events.data, status: record?.status };
  const { care, surfaces, ...rules } = useHomeCare(facts, now);
  // Shown together, because a later part would push down text that is being read.
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
    void import('@/patient/across-features/home/next-step.tsx').catch(() => undefined); // Home displays the failure itself
    void import('@/patient/features/journey/own-plan.ts').then((behind) =>
      startTransition(() => setRead(() => behind.readPlan)),
    );
  }, [isOpen]);

  const calls = appointments.data ?? [];
  const trackingUrl = record?.trackingUrl ?? null;
  const plan = planAnswer.data === undefined ? undefined : read?.(planAnswer.data);
  const cycle = useCycleTicks(isOpen, { ...facts, progress, plan, trackingUrl, calls, now });
  const planFacts = plan?.facts({ results: results.data ?? [], appointments: calls, ...cycle, now });
  const stage = progress && stageIn(JOURNEY_OUTLINE, progress).number;
  const isWaiting = progress !== null && stepIn(JOURNEY_OUTLINE, progress)?.phase.id === 'testing';
  const afterwards = (surfaces?.plan.asks && progress && afterwardsOf(progress)) || null;
  const isOver = afterwards !== null || cycle?.areCyclesOver;
  useEffect(() => {
    if (isOver !== undefined) keepOver(user.id, isOver);
  }, [isOver, user.id]);
  return {
    now,
    name: customer.isPending ? null : greetingName(record, user.email),
    record: customer.data,
    progress,
    isOpen,
    isShown,
    isPlanRead: read !== undefined,
    care,
    surfaces,
    afterwards,
    /** When a pregnancy test is due, no ovulation test is asked for. */
    isWaiting,
    asksForPlan: surfaces?.plan.asks ?? false,
    isFirstStage: stage === null || stage === 1,
    /** After three cycles, nothing is asked for. */
    isOver: isOver === true,
    isHeld: cycle?.isHeld ?? false,
    hasBled: cycle?.hasBled ?? false,
    /** Null if it failed to load, undefined while loading. */
    plan: planAnswer.error ? null : plan,
    /** Undefined while loading, null if it failed to load. */
    spokeAt: planAnswer.error || planAnswer.isPaused || plan === null ? null : plan?.spokeAt,
    callsHeld: planAnswer.error || planAnswer.isPaused || plan === null ? [] : planFacts?.plan?.callsHeld,
    actionFacts: {
      appointments: calls,
      trackingUrl,
      ticks: null,
      plan: null,
      ...planFacts,
      pregnancyGuide: surfaces?.home.congratulates === true,
    },
    cycleFacts:
      surfaces?.home.cycle && progress && stage === TREATMENT_OUTLINE.number && results.data && events.data
        ? {
            results: results.data,
            events: events.data,
            completed: progress.completed,
            // Undefined while it is on its way: until then no one is told to use an applicator.
            kit: cycle
              ? cycle.kit
              : planAnswer.error || planAnswer.isPaused || plan === null
                ? null
                : undefined,
            now,
          }
        : null,
    /** Shown instead of the plan while it loads or if it failed. */
    missing: progress
      ? !surfaces && !rules.isPending && missing([results, events], true)
      : missing([completed, customer]),
  };
}

const missing = (
  queries: UseQueryResult[],
  failed = queries.some(({ isError, isPaused }) => isError || isPaused),
) => ({
  failed,
  onRetry: () => queries.forEach((query) => void query.refetch()),
});

/** A failed request may take seconds, or never arrive, so nothing else waits for it. */
const isFirstTry = ({ isPending, isPaused, failureCount }: UseQueryResult) =>
  isPending && !isPaused && failureCount === 0;

const HOUR = 60 * 60 * 1000;
const nextHour = (now: number) => (Math.floor(now / HOUR) + 1) * HOUR;

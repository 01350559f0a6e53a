import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { notNow, type Flow, type NotNow } from '@domain/care-state/flows.ts';
import { JOURNEY_OUTLINE } from '@domain/journey/outline.ts';
import { stageIn } from '@domain/journey/progress.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { useUser, type SignedInUser } from '@/lib/backend/session.ts';
import { customerQuery } from '@/patient/features/customer/queries.ts';
import { progressOf } from '@/patient/features/journey/progress-of.ts';
import { completedPhasesQuery } from '@/patient/features/journey/queries.ts';
import { prefetchCare, useCare } from './use-care.ts';

export const prefetchPlace = (user: SignedInUser) =>
  Promise.all([prefetchCare(user), queryClient.prefetchQuery(completedPhasesQuery(user.id))]);

type Asked = Pick<UseQueryResult, 'isPending' | 'isPaused' | 'failureCount'>;

/** An answer that is still loading. */
const isComing = ({ isPending, isPaused, failureCount }: Asked): boolean =>
  isPending && !isPaused && failureCount === 0;

/**
 * Whether a flow is available in this care state: undefined while loading, null if it opens, otherwise the
 * reason. Settled when the page opens, because an answer may change it. Data that did not load closes
 * nothing.
 */
export function useFlowPlace(flow: Flow): NotNow | null | undefined {
  const { id } = useUser();
  const { care, isPending } = useCare();
  const completed = useQuery(completedPhasesQuery(id));
  const customer = useQuery(customerQuery(id));
  const progress = progressOf(completed, customer);
  const [verdict, setVerdict] = useState<NotNow | null>();
  const isOnItsWay = isPending || [completed, customer].some(isComing);
  if (verdict === undefined && !isOnItsWay) {
    setVerdict(
      care &&
        notNow(flow, { state: care.state, stage: progress && stageIn(JOURNEY_OUTLINE, progress).number }),
    );
  }
  return verdict;
}

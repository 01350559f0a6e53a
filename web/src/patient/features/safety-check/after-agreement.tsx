import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { useUser } from '@/lib/backend/session.ts';
import { Agreement } from './agreement.tsx';
import { safetyCheckQuery } from './queries.ts';

/**
 * What is told of the body of anyone who uses the applicator waits for their agreement. Where that cannot
 * be looked up the page opens, and the server has the last word.
 */
export function AfterAgreement({ children }: { children: ReactNode }) {
  const { data, isFetched, fetchStatus } = useQuery(safetyCheckQuery(useUser().id));
  // Once it did not load the page is there, and asks again itself. Without a network nothing is fetched.
  if (!isFetched && fetchStatus === 'fetching') return <LoadingBlock lines={6} className="max-w-2xl" />;
  return data?.agreement.isNeeded ? <Agreement {...data.agreement} onDone={() => undefined} /> : children;
}

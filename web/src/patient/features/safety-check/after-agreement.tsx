import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { useUser } from '@/lib/backend/session.ts';
import { Agreement } from './agreement.tsx';
import { safetyCheckQuery } from './queries.ts';

/**
 * Entries about the person who uses the applicator wait for that person's agreement. If it can't be loaded,
 * the page opens and the server decides.
 */
export function AfterAgreement({ children }: { children: ReactNode }) {
  const { data, isFetched, fetchStatus } = useQuery(safetyCheckQuery(useUser().id));
  // Once loading fails, the page opens and asks again itself. Offline nothing is fetched.
  if (!isFetched && fetchStatus === 'fetching') return <LoadingBlock lines={6} className="max-w-2xl" />;
  return data?.agreement.isNeeded ? <Agreement {...data.agreement} onDone={() => undefined} /> : children;
}

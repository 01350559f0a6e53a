import { queryOptions, useQuery } from '@tanstack/react-query';
import { SafetyCheckSituation } from '@domain/contracts/patient/submit-safety-check.ts';
import type { SafetyStatus } from '@domain/safety/safety-status.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { keepOnDevice } from '@/lib/backend/keep-on-device.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';
import { today } from '@/lib/dates/test-day.ts';

/** The status of the patient's safety check today. */
export const safetyCheckQuery = (userId: string) =>
  queryOptions({
    queryKey: ['safety-check', userId],
    queryFn: async () => {
      const situation = await callFunction('submit-safety-check', {
        method: 'GET',
        answer: SafetyCheckSituation,
      });
      keepOnDevice(userId, placeOf(userId), situation.standing === 'ready' ? today() : '');
      return situation;
    },
    retry: retryOnce,
  });

const placeOf = (userId: string) => `bea-safety-ready-on:${userId}`;

/** Offline, a check that was ready today still counts. `pending` while loading. */
export function useSafetyStatus(userId: string): SafetyStatus | 'pending' | 'unknown' {
  const { data, fetchStatus } = useQuery(safetyCheckQuery(userId));
  if (data) return data.standing;
  if (localStorage.getItem(placeOf(userId)) === today()) return 'ready';
  return fetchStatus === 'fetching' ? 'pending' : 'unknown';
}

import { MutationCache, onlineManager, QueryClient } from '@tanstack/react-query';
import { AppError } from './app-error.ts';
import { reportFailure } from './failures.ts';
import { forgetDraftsOfOthers } from './forget-device.ts';
import { isOffline, onNetworkChange } from './network.ts';
import { currentSession, onSessionChange } from './session.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** The patient's message when it fails, in a toast titled Error. */
    mutationMeta: { failure?: string };
  }
}

const MINUTE = 60_000;

onlineManager.setEventListener((setOnline) => {
  const look = () => void isOffline().then((offline) => setOnline(!offline));
  // Also at the start: a browser that was already offline fires no event.
  look();
  return onNetworkChange(look);
});

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: 5 * MINUTE,
      // What was requested while the page was loading is not requested again.
      staleTime: 2000,
      retry: (failures, error) => failures < 3 && mayPass(error),
      retryDelay: (failures) => Math.min(1000 * 2 ** failures, 30_000),
    },
  },
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, { meta }) => {
      if (meta?.failure) reportFailure(meta.failure, error);
    },
  }),
});

/** A report to the clinic may have changed any of it, except who may enter. */
export const refreshRecords = (): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'access' });

/** For late parts of a page: on a slow phone the response is stale by then, but still good. */
export const ifChanged = ({ state }: { state: { isInvalidated: boolean } }): boolean => state.isInvalidated;

/** For what a patient waits for: one retry, so that they are told within seconds if it does not work. */
export const retryOnce = (failures: number, error: Error): boolean => failures < 1 && mayPass(error);

/** A refusal stays a refusal; only a lost response, a busy server or a broken one is worth retrying. */
function mayPass(error: Error): boolean {
  const status = error instanceof AppError ? error.status : 0;
  return status === 0 || status === 408 || status === 429 || status >= 500;
}

// One person's data is gone before the next person signs in, in every tab, and their half-filled forms then.
let owner = currentSession().user?.id;
onSessionChange(() => {
  const next = currentSession().user?.id;
  if (next !== owner) queryClient.clear();
  if (next && next !== owner) forgetDraftsOfOthers(next);
  owner = next;
});

import { MutationCache, onlineManager, QueryClient } from '@tanstack/react-query';
import { AppError } from './app-error.ts';
import { tellFailure } from './failures.ts';
import { isOffline, onNetworkChange } from './network.ts';
import { currentSession, onSessionChange } from './session.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** What the patient is told when it fails, in a toast headed Error. */
    mutationMeta: { failure?: string };
  }
}

const MINUTE = 60_000;

onlineManager.setEventListener((setOnline) => {
  const look = () => void isOffline().then((offline) => setOnline(!offline));
  // Also at the start: a browser that was offline before says nothing.
  look();
  return onNetworkChange(look);
});

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: 5 * MINUTE,
      // What was asked for while the page was on its way is not asked for again when it is here.
      staleTime: 2000,
      retry: (failures, error) => failures < 3 && mayPass(error),
      retryDelay: (failures) => Math.min(1000 * 2 ** failures, 30_000),
    },
  },
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, { meta }) => {
      if (meta?.failure) tellFailure(meta.failure, error);
    },
  }),
});

/** What was told to the clinic may have changed any of it; who may come in stays as it was. */
export const refreshRecords = (): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'access' });

/** For parts that come after their page has asked: on a slow phone the answer is stale by then, and still as good. */
export const ifChanged = ({ state }: { state: { isInvalidated: boolean } }): boolean => state.isInvalidated;

/** For what a patient waits for: one more try, so that they are told within seconds if it does not work. */
export const retryOnce = (failures: number, error: Error): boolean => failures < 1 && mayPass(error);

/** A refusal stays a refusal; only a lost answer, a busy server or a broken one is worth asking again. */
function mayPass(error: Error): boolean {
  const status = error instanceof AppError ? error.status : 0;
  return status === 0 || status === 408 || status === 429 || status >= 500;
}

// What one person loaded is gone before the next person signs in, in every tab.
let owner = currentSession().user?.id;
onSessionChange(() => {
  const next = currentSession().user?.id;
  if (next !== owner) queryClient.clear();
  owner = next;
});

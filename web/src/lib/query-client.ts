import { QueryClient } from '@tanstack/react-query';
import { AppError } from './app-error.ts';
import { currentSession, onSessionChange } from './session.ts';

const MINUTE = 60_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: 5 * MINUTE,
      retry: (failures, error) => failures < 3 && mayPass(error),
      retryDelay: (failures) => Math.min(1000 * 2 ** failures, 30_000),
    },
  },
});

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

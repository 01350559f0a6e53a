import type { Services } from '../services.ts';

const INTERVAL_MS = 60_000;

type Fetch = (request: Request) => Response | Promise<Response>;

/** Calls `delete-due-accounts` every minute, as pg_cron does on Supabase. */
export function startDeletionTimer(
  { keys, log }: Pick<Services, 'keys' | 'log'>,
  fetchSelf: Fetch,
  { intervalMs = INTERVAL_MS } = {},
): { stop: () => Promise<void> } {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    // One at a time, however long it takes.
    running = running
      .then(deleteDueAccounts)
      .catch((error: unknown) => log('accounts not deleted', {}, error));
  }, intervalMs);
  timer.unref();

  async function deleteDueAccounts(): Promise<void> {
    const answer = await fetchSelf(
      new Request('http://portal.internal/functions/v1/delete-due-accounts', {
        method: 'POST',
        headers: { authorization: `Bearer ${keys.serviceRoleKey}`, 'content-type': 'application/json' },
        body: '{}',
      }),
    );
    if (!answer.ok) log('accounts not deleted', { status: answer.status }, answer);
  }

  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

import type { Services } from '../services.ts';

const EVERY = 60_000;

type Fetch = (request: Request) => Response | Promise<Response>;

/** What pg_cron does on Supabase: asks, every minute, that accounts whose days are over are deleted. */
export function startDeletionClock(
  { keys, log }: Pick<Services, 'keys' | 'log'>,
  fetchSelf: Fetch,
  { every = EVERY } = {},
): { stop: () => Promise<void> } {
  let asking = Promise.resolve();
  const timer = setInterval(() => {
    // One at a time, however long it takes.
    asking = asking.then(ask).catch((error: unknown) => log('accounts not deleted', {}, error));
  }, every);
  timer.unref();

  async function ask(): Promise<void> {
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
      await asking;
    },
  };
}

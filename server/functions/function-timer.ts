import type { Services } from '../services.ts';

export type Fetch = (request: Request) => Response | Promise<Response>;
type Called = { name: string; failure: string; intervalMs: number };

/** Calls a function repeatedly with the service's key, as pg_cron does on Supabase. */
export function startFunctionTimer(
  { keys, log }: Pick<Services, 'keys' | 'log'>,
  fetchSelf: Fetch,
  { name, failure, intervalMs }: Called,
): { stop: () => Promise<void> } {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    // One at a time, however long it takes.
    running = running.then(call).catch((error: unknown) => log(failure, {}, error));
  }, intervalMs);
  timer.unref();

  async function call(): Promise<void> {
    const answer = await fetchSelf(
      new Request(`http://portal.internal/functions/v1/${name}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${keys.serviceRoleKey}`, 'content-type': 'application/json' },
        body: '{}',
      }),
    );
    if (!answer.ok) log(failure, { status: answer.status }, answer);
  }

  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

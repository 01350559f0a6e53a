import { setTimeout as pause } from 'node:timers/promises';
import { deliverDue } from '../../supabase/functions/_shared/outbox.ts';
import type { Log } from '../log.ts';
import { listen } from './listen.ts';
import { postgresOutbox, senderOf, type Delivery } from './postgres-outbox.ts';

const POLL = 5_000;

export type OutboxWorker = { stop: () => Promise<void> };

/**
 * Sends what is due: at once when it is told of a message, and every few seconds for what waits for its time or for
 * another try. As many servers as there are may do so.
 */
export function startOutboxWorker(
  { log, ...delivery }: Delivery & { log: Log },
  { poll = POLL } = {},
): OutboxWorker {
  const [outbox, send] = [postgresOutbox(delivery), senderOf(delivery)];
  const stopping = new AbortController();
  let rest = new AbortController();
  const wake = () => rest.abort();
  let failing = false;

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      // Made anew before looking: what is written during the look wakes the worker right after it.
      rest = new AbortController();
      await deliverAll();
      const awake = AbortSignal.any([rest.signal, stopping.signal]);
      await pause(poll, undefined, { signal: awake }).catch(() => {});
    }
  }

  async function deliverAll(): Promise<void> {
    try {
      while (!stopping.signal.aborted && (await deliverDue(outbox, send)) > 0);
      failing = false;
    } catch (error) {
      // Said once, not every few seconds while it lasts.
      if (!failing) log('outbox not reached', {}, error);
      failing = true;
    }
  }

  const working = [run(), listen(delivery.database, wake, stopping.signal)];
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(working);
    },
  };
}

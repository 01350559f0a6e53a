import { setTimeout as pause } from 'node:timers/promises';
import { deliverDue } from '../../supabase/functions/_shared/notifications/outbox.ts';
import type { Log } from '../log.ts';
import { listen } from './listen.ts';
import { postgresOutbox, senderOf, type Delivery } from './postgres-outbox.ts';

const POLL_INTERVAL_MS = 5_000;

export type OutboxWorker = { stop: () => Promise<void> };

/**
 * Sends due messages: right away when notified of a new one, and by polling for scheduled ones and retries.
 * Any number of servers may run one.
 */
export function startOutboxWorker(
  { log, ...delivery }: Delivery & { log: Log },
  { pollMs = POLL_INTERVAL_MS } = {},
): OutboxWorker {
  const [outbox, send] = [postgresOutbox(delivery), senderOf(delivery)];
  const stopping = new AbortController();
  let idle = new AbortController();
  const wake = () => idle.abort();
  let failing = false;

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      // Renewed before delivering, so that a message written in the meantime ends the next pause right away.
      idle = new AbortController();
      await deliverAll();
      const wakeUp = AbortSignal.any([idle.signal, stopping.signal]);
      await pause(pollMs, undefined, { signal: wakeUp }).catch(() => {});
    }
  }

  async function deliverAll(): Promise<void> {
    try {
      while (!stopping.signal.aborted && (await deliverDue(outbox, send)) > 0);
      failing = false;
    } catch (error) {
      // Logged once per outage, not on every poll.
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

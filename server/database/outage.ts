import { setTimeout as pause } from 'node:timers/promises';
import { kindOf, problemOf } from '../http/answer-problem.ts';
import type { Log } from '../log.ts';
import { isDatabaseError, type Database } from './database.ts';

export type Outages = {
  /** Logs a failure, unless it is part of an outage. */
  log: Log;
  /** One more request answered 503: the end of an outage says how many there were. */
  countRefused: () => void;
  stop: () => void;
};

const ASK_EVERY_MS = 500;

/**
 * Turns an outage into two lines, instead of several per request. A failure that looks like one triggers a
 * check on a separate connection; only if that fails too is the database lost, and similar failures are
 * part of it.
 */
export function watchOutages({ connect }: Pick<Database, 'connect'>, log: Log): Outages {
  const stopping = new AbortController();
  let asking: Promise<boolean> | null = null;
  let refused = 0;

  /** Whether the database is lost. All callers share one check until it is back. */
  async function isLost(): Promise<boolean> {
    const since = performance.now();
    refused = 0;
    const failure = await failureToConnect();
    if (failure === null) {
      asking = null;
      return false;
    }
    log('database lost', { kind: kindOf(failure) });
    void awaitReturn(since);
    return true;
  }

  async function awaitReturn(since: number): Promise<void> {
    do {
      await pause(ASK_EVERY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {}); // the loop ends
      if (stopping.signal.aborted) return;
    } while ((await failureToConnect()) !== null);
    log('database back', { seconds: Math.round((performance.now() - since) / 100) / 10, refused });
    asking = null;
  }

  async function failureToConnect(): Promise<unknown> {
    try {
      await (await connect()).end();
      return null;
    } catch (error) {
      return isCrowded(error) ? null : error;
    }
  }

  return {
    log: (event, facts, cause) => {
      if (stopping.signal.aborted || !looksLikeOutage(cause)) return log(event, facts);
      asking ??= isLost();
      void asking.then((lost) => {
        if (!lost) log(event, facts);
      });
    },
    countRefused: () => {
      refused += 1;
    },
    stop: () => stopping.abort(),
  };
}

/** All connections are in use: it is busy, but up. */
const isCrowded = (error: unknown) => isDatabaseError(error) && error.code === '53300';

/** Protocol refusals know their status; the driver's errors have to be interpreted. */
const looksLikeOutage = (cause: unknown): boolean =>
  (cause as { status?: unknown } | undefined)?.status === 503 || problemOf(cause).status === 503;

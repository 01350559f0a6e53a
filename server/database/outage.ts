import { setTimeout as pause } from 'node:timers/promises';
import { kindOf, problemOf } from '../http/answer-problem.ts';
import type { Log } from '../log.ts';
import { isDatabaseError, type Database } from './database.ts';

export type Outages = {
  /** Writes a failure down, unless it is part of an outage. */
  log: Log;
  /** One more request was answered 503: an outage says at its end how many there were. */
  countRefused: () => void;
  stop: () => void;
};

const ASK_EVERY_MS = 500;

/**
 * Makes two lines of an outage, instead of some for each request in it. A failure that looks like one has the database
 * asked on a connection of its own; only when that fails too is it lost, and everything of the kind is part of it.
 */
export function watchOutages({ connect }: Pick<Database, 'connect'>, log: Log): Outages {
  const stopping = new AbortController();
  let asking: Promise<boolean> | null = null;
  let refused = 0;

  /** Whether the database is lost; asked once, however many would know, until it is there again. */
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

/** All connections are taken: it is busy, and there. */
const isCrowded = (error: unknown) => isDatabaseError(error) && error.code === '53300';

/** Refusals of every part of the protocol know their status; what comes from the driver has to be understood. */
const looksLikeOutage = (cause: unknown): boolean =>
  (cause as { status?: unknown } | undefined)?.status === 503 || problemOf(cause).status === 503;

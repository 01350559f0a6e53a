import { setTimeout as pause } from 'node:timers/promises';
import type { JsonAnswer } from '../../supabase/functions/_shared/answer/answer.ts';
import type { Ask } from '../../supabase/functions/_shared/request/ask.ts';
import { problemAnswer, tooManyRequests } from '../../supabase/functions/_shared/answer/problem.ts';
import { createShares, TooManyAtOnce, type Asker } from '../database/shares.ts';
import { Problem } from '../http/problem.ts';
import { createHeavyTurns } from './heavy-turns.ts';
import { watchThreadTime } from './thread-time.ts';

const LIMITS = {
  /** For everything: the body, each turn and the call itself. */
  timeLimitMs: 10_000,
  /** Per caller: twice as many as their connections, so that one call asks while another computes. */
  maxUnderWay: 6,
  /** Per caller. Only a program has more. */
  maxWaiting: 100,
  /** For everyone together. */
  maxHeavyAtOnce: 2,
  /**
   * Before each call of a caller who keeps the thread busy: seven times as long as a search for slots
   * takes.
   */
  restMs: 50,
};
export type CallLimits = typeof LIMITS;

export type Signals = {
  /** Aborts once the caller got the timeout; nothing more is read or written for them. */
  stopped: AbortSignal;
  /** Hanging up also ends the wait. Started work is finished. */
  unwanted: AbortSignal;
};
type Arrived = { asker: Asker; body: string; ask: Ask };
type Call<Arriving extends Arrived> = {
  name: string;
  /** Aborts when the client's connection closes. */
  closed: AbortSignal | undefined;
  /** Receives the body, and identifies the caller. */
  arrive: (signals: Signals) => Promise<Arriving>;
  run: (arrived: Arriving) => Promise<JsonAnswer>;
};

/** The steps that a function call waits for, in order: see docs/what-a-request-waits-for.md. */
export function createCallTurns(changed: Partial<CallLimits> = {}) {
  const { timeLimitMs, maxUnderWay, maxWaiting, maxHeavyAtOnce, restMs } = { ...LIMITS, ...changed };
  // A started call waits for the database without a limit, so calls are limited at the start. Visitors are
  // not counted together here: a client that is slow to send a request would take everyone's place.
  const inOwnTurn = createShares({
    maxAtOnce: maxUnderWay,
    maxWaiting,
    maxOfSite: Number.POSITIVE_INFINITY,
    maxOfVisitors: Number.POSITIVE_INFINITY,
  });
  const inHeavyTurn = createHeavyTurns(maxHeavyAtOnce);

  return <Arriving extends Arrived>({ name, closed, arrive, run }: Call<Arriving>): Promise<JsonAnswer> =>
    within(timeLimitMs, closed, async (signals) => {
      // Received before a place is taken: a body that never arrives would keep it.
      const arrived = await arrive(signals);
      const { asker, body } = arrived;
      return inOwnTurn(asker, (spend, isBusy) =>
        inHeavyTurn(
          name,
          asker,
          async () => {
            // In their own place: one call after another would still leave others little of the thread.
            if (isBusy) await pause(restMs, undefined, { signal: signals.stopped });
            const { ask, spentMs } = watchThreadTime(arrived.ask);
            try {
              return await endedBy(signals.stopped, run({ ...arrived, ask }));
            } finally {
              spend(spentMs());
            }
          },
          body,
        ),
      );
    });
}

/** Whatever the work waits for, its waiter hears the signal: a timer gives a place back, not its holder. */
function endedBy<Done>(signal: AbortSignal, work: Promise<Done>): Promise<Done> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = () => reject(signal.reason as Error);
  signal.addEventListener('abort', end);
  return Promise.race([work, ended]).finally(() => signal.removeEventListener('abort', end));
}

async function within(
  milliseconds: number,
  closed: AbortSignal | undefined,
  work: (signals: Signals) => Promise<JsonAnswer>,
): Promise<JsonAnswer> {
  const [stopped, unwanted] = [new AbortController(), new AbortController()];
  const leave = () => unwanted.abort(closed!.reason);
  closed?.addEventListener('abort', leave);
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => {
      const problem = new Problem(504, 'timeout', 'This took too long. Please try again.');
      refuse(problem);
      stopped.abort(problem);
      unwanted.abort(problem);
    }, milliseconds);
  });
  try {
    return await Promise.race([work({ stopped: stopped.signal, unwanted: unwanted.signal }), tooLate]);
  } catch (error) {
    if (error instanceof TooManyAtOnce) return problemAnswer(tooManyRequests(1));
    throw error;
  } finally {
    clearTimeout(timer);
    closed?.removeEventListener('abort', leave);
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import type { JsonAnswer } from '../../supabase/functions/_shared/answer/answer.ts';
import type { Ask } from '../../supabase/functions/_shared/request/ask.ts';
import { problemAnswer, tooManyRequests } from '../../supabase/functions/_shared/answer/problem.ts';
import { createShares, TooManyAtOnce, type Asker } from '../database/shares.ts';
import { Problem } from '../http/problem.ts';
import { createHeavyTurns } from './heavy-turns.ts';
import { watchThreadTime } from './thread-time.ts';

const LIMITS = {
  /** For all of it: the body, each turn and the call itself. */
  timeLimitMs: 10_000,
  /** Of one caller: twice as many as they have connections, so that one call asks while another one computes. */
  maxUnderWay: 6,
  /** Of one caller. Only a program has more. */
  maxWaiting: 100,
  /** Of everyone together. */
  maxHeavyAtOnce: 2,
  /** Before each call of whoever keeps the thread busy: seven times as long as a search for slots takes. */
  restMs: 50,
};
export type CallLimits = typeof LIMITS;

export type Signals = {
  /** Once the caller was told that it took too long, nothing more is read or written for them. */
  stopped: AbortSignal;
  /** Whoever hangs up waits no longer either. What has begun for them is brought to its end. */
  unwanted: AbortSignal;
};
type Arrived = { asker: Asker; body: string; ask: Ask };
type Call<Arriving extends Arrived> = {
  name: string;
  /** Aborts when the client's connection closes. */
  closed: AbortSignal | undefined;
  /** Receives the body, and says whose call it is. */
  arrive: (signals: Signals) => Promise<Arriving>;
  run: (arrived: Arriving) => Promise<JsonAnswer>;
};

/** What a call of a function waits for, in order: see docs/what-a-request-waits-for.md. */
export function createCallTurns(changed: Partial<CallLimits> = {}) {
  const { timeLimitMs, maxUnderWay, maxWaiting, maxHeavyAtOnce, restMs } = { ...LIMITS, ...changed };
  // What a call that has begun asks of the database waits without an end, so calls are bounded where they begin.
  // Visitors are not counted together here: whoever is slow to send a request would take everybody's place.
  const inOwnTurn = createShares({
    maxAtOnce: maxUnderWay,
    maxWaiting,
    maxOfSite: Number.POSITIVE_INFINITY,
    maxOfVisitors: Number.POSITIVE_INFINITY,
  });
  const inHeavyTurn = createHeavyTurns(maxHeavyAtOnce);

  return <Arriving extends Arrived>({ name, closed, arrive, run }: Call<Arriving>): Promise<JsonAnswer> =>
    within(timeLimitMs, closed, async (signals) => {
      // Received before a place is taken: a body that never comes would keep it.
      const arrived = await arrive(signals);
      const { asker, body } = arrived;
      return inOwnTurn(asker, (spend, isBusy) =>
        inHeavyTurn(
          name,
          asker,
          async () => {
            // In their own place: one call after the other would leave others little of the thread all the same.
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

/** Whatever the work waits for, whoever waits for it hears the signal: a place is given back by a timer, not by its holder. */
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

import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from './database.ts';
import { createTimeSpent } from './time-spent.ts';

/** Of ten connections: enough for the five questions of a page to be answered at once, and most are left to others. */
const MAX_AT_ONCE = 3;
/** For whoever keeps the database busy: their work is done all the same, one thing after the other. */
const MAX_AT_ONCE_WHEN_HEAVY = 1;
/** Many tabs of one patient wait here. Only a program has more. */
const MAX_WAITING = 100;
/** Refusing thousands at once leaves no time to serve anybody: a refusal waits a moment, and may not be needed by then. */
const SECOND_LOOK_MS = 1_000;

/** This caller already has as many requests waiting as one line takes. */
export class TooManyAtOnce extends Error {}

/** Whose share it is to be. */
export type Asker = Pick<
  Caller,
  'role' | 'userId' | 'sessionId' | 'forUserId' | 'client' | 'callId' | 'signal'
>;

/** Somebody of whom only the address is known: who signs in, or opens a public file. */
export const visitor = (client: string): Asker => ({ role: 'anon', userId: null, sessionId: null, client });

type Options = {
  /** The end of something that has begun: it waits for its turn however long the line is, and is neither refused nor aborted. */
  isBegun?: boolean;
};

/** Says how long the database worked for the caller. What they wait for others is not theirs. */
type Spend = (ms: number) => void;

export type InShare = <Done>(
  asker: Asker,
  work: (spend: Spend) => Promise<Done>,
  options?: Options,
) => Promise<Done>;

type Line = { running: number; waiting: (() => void)[] };

/**
 * Gives every caller a share of the connections and a line of their own before it, so that whoever asks too much waits
 * behind themselves. The work must not ask for another share: two could wait for each other.
 */
export function createShares({
  maxAtOnce = MAX_AT_ONCE,
  maxWaiting = MAX_WAITING,
  secondLookMs = SECOND_LOOK_MS,
  now = () => performance.now(),
} = {}): InShare {
  const lines = new Map<string, Line>();
  const timeSpent = createTimeSpent(now);

  const hasRoom = (who: string, { running }: Line) =>
    running < (timeSpent.isTooMuch(who) ? MAX_AT_ONCE_WHEN_HEAVY : maxAtOnce);

  const isFull = (who: string) => (lines.get(who)?.waiting.length ?? 0) >= maxWaiting;

  async function begin(who: string, isBounded: boolean, signal?: AbortSignal): Promise<Line> {
    if (isBounded && isFull(who)) {
      await pause(secondLookMs);
      if (isFull(who)) throw new TooManyAtOnce();
    }
    signal?.throwIfAborted();
    const line = lines.get(who) ?? { running: 0, waiting: [] };
    lines.set(who, line);
    if (hasRoom(who, line)) line.running += 1;
    // Whoever is let in is counted before they go on, so that nobody takes the same place in between.
    else await turnIn(line, signal);
    return line;
  }

  function end(who: string, line: Line): void {
    line.running -= 1;
    while (line.waiting.length > 0 && hasRoom(who, line)) {
      line.running += 1;
      line.waiting.shift()!();
    }
    if (line.running === 0) lines.delete(who);
  }

  return async (asker, work, { isBegun = false } = {}) => {
    const who = shareOf(asker);
    if (who === null) return work(() => {});
    // What a function has begun for somebody is never stopped halfway.
    const isFunction = asker.forUserId !== undefined;
    const line = await begin(who, !isBegun && !isFunction, isBegun ? undefined : asker.signal);
    try {
      return await work((ms) => timeSpent.add(who, ms));
    } finally {
      end(who, line);
    }
  };
}

/** Waits until somebody lets this one in. Whoever's signal aborts leaves the line. */
function turnIn({ waiting }: Line, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const enter = () => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      waiting.splice(waiting.indexOf(enter), 1);
      reject(signal!.reason as Error);
    };
    waiting.push(enter);
    signal?.addEventListener('abort', leave, { once: true });
  });
}

/**
 * Whose share it is: a person's, a call's for its host, a client's, and for what functions do with their own rights the
 * patient's or client's that they do it for. The server itself and the clinic's programs have no bounds.
 */
export function shareOf({ role, userId, forUserId, client, callId }: Asker): string | null {
  const ofClient = `client ${client ?? ''}`;
  if (role !== 'service_role') return userId ?? (callId === undefined ? ofClient : `call ${callId}`);
  if (forUserId !== undefined) return `function ${forUserId}`;
  return client === undefined ? null : ofClient;
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from './database.ts';

/** Of ten connections: enough for the five questions of a page to be answered at once, and most are left to others. */
const MAX_AT_ONCE = 3;
/** Many tabs of one patient wait here. Only a program has more. */
const MAX_WAITING = 100;
/** Refusing thousands at once leaves no time to serve anybody: a refusal waits a moment, and may not be needed by then. */
const SECOND_LOOK_MS = 1_000;

/** This caller already has as many requests waiting as one line takes. */
export class TooManyAtOnce extends Error {}

export type InShare = <Done>(caller: Caller, work: () => Promise<Done>) => Promise<Done>;

type Line = { running: number; waiting: (() => void)[] };

/**
 * Gives every caller a share of the connections and a line of their own before it, so that whoever asks too much waits
 * behind themselves. The work must not ask for another share: two could wait for each other.
 */
export function createShares({
  maxAtOnce = MAX_AT_ONCE,
  maxWaiting = MAX_WAITING,
  secondLookMs = SECOND_LOOK_MS,
} = {}): InShare {
  const lines = new Map<string, Line>();

  const isFull = (who: string) => (lines.get(who)?.waiting.length ?? 0) >= maxWaiting;

  async function begin(who: string, isBounded: boolean): Promise<Line> {
    if (isBounded && isFull(who)) {
      await pause(secondLookMs);
      if (isFull(who)) throw new TooManyAtOnce();
    }
    const line = lines.get(who) ?? { running: 0, waiting: [] };
    lines.set(who, line);
    if (line.running < maxAtOnce) line.running += 1;
    // Whoever ends hands their place on, so that it is never counted as free in between.
    else await new Promise<void>((go) => line.waiting.push(go));
    return line;
  }

  function end(who: string, line: Line): void {
    const next = line.waiting.shift();
    if (next) return next();
    line.running -= 1;
    if (line.running === 0) lines.delete(who);
  }

  return async (caller, work) => {
    const who = shareOf(caller);
    if (who === null) return work();
    // What a function has begun for somebody is never stopped halfway.
    const line = await begin(who, caller.role !== 'service_role');
    try {
      return await work();
    } finally {
      end(who, line);
    }
  };
}

/** Whose share it is: a person's, a session's for what functions do for it, a client's. The server itself has no bounds. */
export function shareOf({ role, userId, sessionId, client }: Caller): string | null {
  if (role === 'service_role') return sessionId && `function ${sessionId}`;
  return userId ?? `anonymous ${client ?? ''}`;
}

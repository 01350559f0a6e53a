import { setTimeout as pause } from 'node:timers/promises';

/**
 * Parsers rest three times as long as they worked for a person, so that one person uses at most a quarter of
 * their thread.
 */
const REST = 3;
/** A person's wait stays within a call's time. */
const MAX_REST_MS = 1_000;
/** Timers are no finer than this; anything shorter delays no one. */
const MIN_REST_MS = 4;

/** Reports how long the thread worked. */
type Work<Made> = (spend: (ms: number) => void) => Promise<Made>;

/**
 * Parses one thing per person at a time, with a rest before their next one. Others take their turn in the
 * meantime.
 */
export function createParserTurns({
  wait = (ms: number): Promise<unknown> => pause(ms, undefined, { ref: false }),
} = {}): <Made>(who: string, work: Work<Made>) => Promise<Made> {
  const lines = new Map<string, Promise<unknown>>();

  return (who, work) => {
    let spent = 0;
    const begun = (lines.get(who) ?? Promise.resolve()).then(() => work((ms) => (spent += ms)));
    const rested = begun
      .catch(() => {})
      .then(() => (spent * REST < MIN_REST_MS ? undefined : wait(Math.min(spent * REST, MAX_REST_MS))))
      .then(() => {
        if (lines.get(who) === rested) lines.delete(who);
      });
    lines.set(who, rested);
    return begun;
  };
}

import { setTimeout as pause } from 'node:timers/promises';

export class Broken extends Error {}
/** The story cannot be told on this machine, which says nothing about the server. */
export class NotRun extends Error {}

export type Outcome = { state: 'held' | 'broken' | 'not run'; facts: object };

export const outcomeOf = (story: () => Promise<object>): Promise<Outcome> =>
  story().then(
    (facts) => ({ state: 'held', facts }),
    (error: unknown) => {
      if (error instanceof NotRun) return { state: 'not run', facts: { because: error.message } };
      if (error instanceof Broken) return { state: 'broken', facts: { broken: error.message } };
      throw error;
    },
  );

/** What a story promises; a broken promise ends it with these words. */
export function assert(promise: boolean, otherwise: string): void {
  if (!promise) throw new Broken(otherwise);
}

/** Tries until it holds, for so many seconds at most, and answers how many it took. */
export async function eventually(
  what: string,
  seconds: number,
  holds: () => Promise<boolean>,
): Promise<number> {
  const begun = performance.now();
  while (performance.now() - begun < seconds * 1000) {
    if (await holds()) return (performance.now() - begun) / 1000;
    await pause(50);
  }
  throw new Broken(`${what} did not come within ${seconds} s`);
}

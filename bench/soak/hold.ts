import { setTimeout as pause } from 'node:timers/promises';

export class Broken extends Error {}

/** What a story promises; a broken promise ends it with these words. */
export function hold(promise: boolean, otherwise: string): void {
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

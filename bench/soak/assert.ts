import { setTimeout as pause } from 'node:timers/promises';

export class Broken extends Error {}
/** The scenario cannot run on this machine, which says nothing about the server. */
export class NotRun extends Error {}

export type ScenarioResult = { state: 'held' | 'broken' | 'not run'; measurements: object };

export const resultOf = (scenario: () => Promise<object>): Promise<ScenarioResult> =>
  scenario().then(
    (measurements) => ({ state: 'held', measurements }),
    (error: unknown) => {
      if (error instanceof NotRun) return { state: 'not run', measurements: { because: error.message } };
      if (error instanceof Broken) return { state: 'broken', measurements: { broken: error.message } };
      throw error;
    },
  );

/** Must hold in a scenario; otherwise the scenario ends as broken, with this message. */
export function assert(condition: boolean, message: string): void {
  if (!condition) throw new Broken(message);
}

/** Retries until it holds, for at most this many seconds, and returns how many it took. */
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

const MAX_REMEMBERED = 5_000;

/**
 * Remembers who is past a limit for as long as the database said, so that only the first refusal costs a
 * query.
 */
export function createPastLimits(now = () => performance.now()) {
  const ends = new Map<string, number>();

  const secondsLeft = (key: string) => Math.ceil(((ends.get(key) ?? 0) - now()) / 1_000);

  return {
    /** The seconds to wait. `ask` counts one use in the database, and returns 0 if it is allowed. */
    async waitOf(key: string, ask: () => Promise<number>): Promise<number> {
      const left = secondsLeft(key);
      if (left > 0) return left;
      ends.delete(key);
      const wait = await ask();
      if (wait <= 0) return 0;
      // Forgetting someone too soon only costs another query.
      if (ends.size >= MAX_REMEMBERED) ends.delete(ends.keys().next().value!);
      ends.set(key, now() + wait * 1_000);
      return wait;
    },
  };
}

export type PastLimits = ReturnType<typeof createPastLimits>;

/** What a caller has spent decays by this many milliseconds each second. */
const MS_PER_SECOND = 200;
/** A page takes some ten milliseconds of it. Only a program takes a second within a few. */
const MAX_MS = 1_000;
/**
 * The count is capped, so that it is below the limit after five seconds: the time may have been a wait for
 * someone else's lock.
 */
const MAX_COUNTED_MS = 2 * MAX_MS;
/** Beyond this many callers, those whose count has decayed to nothing are dropped. */
const MAX_CALLERS = 1_000;

type Spent = { ms: number; at: number };

/** How long the database has lately worked for each caller. */
export function createTimeSpent(now = () => performance.now()) {
  const callers = new Map<string, Spent>();

  const left = ({ ms, at }: Spent): number => Math.max(0, ms - ((now() - at) / 1_000) * MS_PER_SECOND);

  function forgetIdle(): void {
    for (const [who, spent] of callers) if (left(spent) === 0) callers.delete(who);
  }

  return {
    add(who: string, ms: number): void {
      const spent = callers.get(who);
      if (!spent && callers.size >= MAX_CALLERS) forgetIdle();
      callers.set(who, { ms: Math.min(MAX_COUNTED_MS, (spent ? left(spent) : 0) + ms), at: now() });
    },

    isTooMuch(who: string): boolean {
      const spent = callers.get(who);
      return spent !== undefined && left(spent) > MAX_MS;
    },
  };
}

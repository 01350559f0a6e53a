/** Repeatable chance: the same seed always makes the same clinic. */
export type Random = {
  /** A whole number from `min` to `max`, including both. */
  between: (min: number, max: number) => number;
  pick: <T>(from: readonly T[]) => T;
  /** All of them once, in random order. */
  shuffled: <T>(all: readonly T[]) => T[];
};

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  // Mulberry32: small, quick and good enough for names and days.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    between,
    pick: (from) => from[between(0, from.length - 1)]!,
    shuffled: (all) => {
      const left = [...all];
      return all.map(() => left.splice(between(0, left.length - 1), 1)[0]!);
    },
  };
}

import { logFailure } from './log.ts';

let show: (words: string) => void = () => {};

/** How a side of the product tells people of a failure; it says so once, when it starts. */
export function showFailuresBy(way: (words: string) => void): void {
  show = way;
}

/** Told once, however many parts of a page notice the same failure. */
const told = new WeakSet<Error>();

export function tellFailure(words: string, error: unknown, logged = words): void {
  logFailure(logged, error);
  if (error instanceof Error && told.has(error)) return;
  if (error instanceof Error) told.add(error);
  show(words);
}

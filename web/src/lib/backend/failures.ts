import { logFailure } from './log.ts';

let show: (words: string) => void = () => {};

/** How a side of the product tells people of a failure; it says so once, when it starts. */
export function showFailuresBy(way: (words: string) => void): void {
  show = way;
}

export function tellFailure(words: string, error: unknown): void {
  logFailure(words, error);
  show(words);
}

import { logFailure } from './log.ts';

type Hide = () => void;
let show: (words: string) => Hide = () => () => {};
let shown: { error: unknown; hide: Hide } | undefined;

/** How a side of the product tells people of a failure, and stops telling; it says so once, when it starts. */
export function showFailuresBy(way: (words: string) => Hide): void {
  show = way;
}

/** Reported once, however many parts of a page notice the same failure. */
const shownErrors = new WeakSet<Error>();

export function reportFailure(words: string, error: unknown, logged = words): void {
  logFailure(logged, error);
  if (error instanceof Error && shownErrors.has(error)) return;
  if (error instanceof Error) shownErrors.add(error);
  shown = { error, hide: show(words) };
}

/** The failed action is being retried: its message no longer applies. */
export function hideFailure(error: Error): void {
  if (shown?.error === error) shown.hide();
}

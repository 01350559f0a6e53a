import type { Instant } from '@domain/time/instant.ts';
import type { LogEntry } from './queries.ts';

export type LogLine = LogEntry & { times: number };

/** One line for what was done again and again at what is shown as the same time. */
export function condensed(entries: readonly LogEntry[], shownTime: (at: Instant) => string): LogLine[] {
  const lines: LogLine[] = [];
  for (const entry of entries) {
    const last = lines.at(-1);
    if (last && isSame(last, entry, shownTime)) last.times += 1;
    else lines.push({ ...entry, times: 1 });
  }
  return lines;
}

const isSame = (one: LogEntry, other: LogEntry, shownTime: (at: Instant) => string) =>
  one.words.who === other.words.who &&
  one.words.what === other.words.what &&
  one.words.why === other.words.why &&
  shownTime(one.at) === shownTime(other.at);

import type { Instant } from '@domain/time/instant.ts';
import type { LogEntry } from './queries.ts';

export type LogLine = LogEntry & {
  what: string;
  /** What was opened, where it was more than one kind of thing. */
  kinds: string | null;
};

/**
 * One line for all that one person opened, for one reason, at what is shown as the same time: a page of a record reads many
 * things. A change has a line of its own, and so has what the patient did, but for what was done again and again.
 */
export function condensed(entries: readonly LogEntry[], shownTime: (at: Instant) => string): LogLine[] {
  const lines = new Map<string, LogEntry[]>();
  for (const entry of entries) {
    const key = keyOf(entry, shownTime(entry.at));
    lines.set(key, [...(lines.get(key) ?? []), entry]);
  }
  return [...lines.values()].map((all) => ({ ...all[0]!, ...wordsOf(all) }));
}

const keyOf = ({ isOpening, words: { who, what, why, thing } }: LogEntry, time: string): string =>
  JSON.stringify([who, why, time, (isOpening && thing !== null) || what]);

function wordsOf(all: LogEntry[]): Pick<LogLine, 'what' | 'kinds'> {
  const [first] = all.map(({ words }) => words.what);
  if (all.every(({ words }) => words.what === first))
    return { what: all.length > 1 ? `${first}, ${all.length} times` : first!, kinds: null };
  const things = [...new Set(all.map(({ words }) => words.thing))].join(', ');
  return { what: 'opened your record', kinds: things.charAt(0).toUpperCase() + things.slice(1) };
}

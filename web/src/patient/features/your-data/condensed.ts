import type { Instant } from '@domain/time/instant.ts';
import type { LogEntry } from './record-log-query.ts';

export type LogLine = LogEntry & {
  what: string;
  /** The types of data that were opened, if more than one. */
  kinds: string | null;
};

/** One line for an opening with a reason and what was viewed. */
const OPENED = 'opened your record';

/**
 * One line for everything that one person opened, for one reason, at the same displayed time: a record page
 * reads many things. A change has its own line, and so does each of the patient's acts, except repeats.
 */
export function condensed(entries: readonly LogEntry[], shownTime: (at: Instant) => string): LogLine[] {
  const lines = new Map<string, LogEntry[]>();
  for (const entry of entries) {
    const key = keyOf(entry, shownTime(entry.at));
    lines.set(key, [...(lines.get(key) ?? []), entry]);
  }
  return [...lines.values()].map(lineOf);
}

const keyOf = ({ isOpening, words: { who, what, why, thing } }: LogEntry, time: string): string =>
  JSON.stringify([who, why, time, (isOpening && (thing !== null || what === OPENED)) || what]);

const lineOf = (all: LogEntry[]): LogLine => ({ ...all[0]!, ...wordsOf(all) });

function wordsOf(all: LogEntry[]): Pick<LogLine, 'what' | 'kinds'> {
  const [first] = all.map(({ words }) => words.what);
  if (all.every(({ words }) => words.what === first))
    return { what: all.length > 1 ? `${first}, ${all.length} times` : first!, kinds: null };
  const things = [...new Set(all.flatMap(({ words }) => words.thing ?? []))].join(', ');
  return { what: OPENED, kinds: things.charAt(0).toUpperCase() + things.slice(1) };
}

import type { Instant } from '@domain/time/instant.ts';
import type { LogEntry } from './queries.ts';

export type LogLine = LogEntry & { what: string };

/**
 * One line for all that one person opened, for one reason, at what is shown as the same time: a page of a record reads many
 * things. A change has a line of its own, and so has what the patient did, but for what was done again and again.
 */
export function condensed(entries: readonly LogEntry[], shownTime: (at: Instant) => string): LogLine[] {
  const lines = new Map<string, LogEntry & { all: string[] }>();
  for (const entry of entries) {
    const key = keyOf(entry, shownTime(entry.at));
    const line = lines.get(key);
    if (line) line.all.push(entry.words.what);
    else lines.set(key, { ...entry, all: [entry.words.what] });
  }
  return [...lines.values()].map(({ all, ...line }) => Object.assign(line, { what: inOneSentence(all) }));
}

const keyOf = ({ isOpening, words: { who, what, why } }: LogEntry, time: string): string =>
  JSON.stringify([who, why, time, isOpening || what]);

/** 'opened your calls (2 times) and notes, and chose your coach' */
function inOneSentence(all: string[]): string {
  const [first] = all;
  if (all.every((what) => what === first)) return all.length > 1 ? `${first}, ${all.length} times` : first!;
  const thingsOf = new Map<string, string[]>();
  for (const what of new Set(all)) {
    const { verb, thing } = partsOf(what);
    const times = all.filter((each) => each === what).length;
    thingsOf.set(verb, [...(thingsOf.get(verb) ?? []), times > 1 ? `${thing} (${times} times)` : thing]);
  }
  const deeds = [...thingsOf].map(([verb, things]) => `${verb} ${joined(things, ' and ')}`.trim());
  return joined(deeds, ', and ');
}

/** 'opened your' and 'medical notes': what was opened together is listed after one verb. */
function partsOf(what: string): { verb: string; thing: string } {
  const [, verb = what, thing = ''] = /^(.+? your) (.+)$/.exec(what) ?? [];
  return { verb, thing };
}

const joined = (parts: string[], last: string): string =>
  parts.length < 2 ? parts.join('') : parts.slice(0, -1).join(', ') + last + parts.at(-1)!;

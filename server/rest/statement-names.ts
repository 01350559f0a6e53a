import { createHash } from 'node:crypto';

const MOST_NAMES = 500;
const MOST_SEEN_ONCE = 500;
const LONGEST_TEXT = 10_000;

/**
 * Gives a statement that comes again a name, under which a connection keeps its plan. There are only so many names,
 * because every connection keeps every plan; one that comes once in a while is planned each time.
 */
export function createStatementNames() {
  const names = new Map<string, string>();
  const seenOnce = new Set<string>();

  return (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MOST_NAMES || text.length > LONGEST_TEXT) return known;
    if (!seenOnce.delete(text)) {
      if (seenOnce.size >= MOST_SEEN_ONCE) seenOnce.clear();
      seenOnce.add(text);
      return undefined;
    }
    const name = `rest_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
    names.set(text, name);
    return name;
  };
}

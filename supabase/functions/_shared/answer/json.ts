/** Deeper than any real request. */
const MAX_DEPTH = 100;

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 91, 93, 123, 125];

/**
 * Checked before parsing, because deep JSON takes far longer to parse than other JSON of its size, and may be
 * too deep to write again.
 */
export function isTooDeep(json: string): boolean {
  let [depth, inQuotes] = [0, false];
  for (let at = 0; at < json.length; at += 1) {
    const letter = json.charCodeAt(at);
    if (letter === QUOTE) inQuotes = !inQuotes;
    else if (letter === BACKSLASH) at += 1;
    else if (inQuotes) continue;
    else if (letter === OPEN_LIST || letter === OPEN_OBJECT) depth += 1;
    else if (letter === CLOSE_LIST || letter === CLOSE_OBJECT) depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** A request's JSON. Throws if it is not JSON, or nested too deeply. */
export function readJson(json: string): unknown {
  if (isTooDeep(json)) throw new SyntaxError('nested too deeply');
  return JSON.parse(json);
}

/** False for half of a surrogate pair, which PostgreSQL can't store. JSON can contain it, as in "\\ud83d". */
export function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => key.isWellFormed() && isWellFormed(inner));
}

import { createHash } from 'node:crypto';
import type { Caller } from '../../database/query-types.ts';

/** The portal's pages and functions need fewer; every connection keeps the plan of each. */
const MAX_NAMES = 50;
const MAX_CANDIDATES = 500;
/**
 * The portal's longest statement has half as many characters. The plan of a long statement takes megabytes.
 */
const MAX_TEXT = 2_000;
/** After this many statements, all counts are halved, so that old statements make room for new ones. */
const AGE_AFTER = 10_000;

type Uses = { name?: string; uses: number };

/**
 * Names the most frequent statements, so that a connection keeps their plans (prepared statements). Others
 * are planned each time. So are those of visitors, who could otherwise fill the names with statements of
 * their own.
 */
export function createStatementNames() {
  const named = new Map<string, Uses>();
  const candidates = new Map<string, number>();
  let statements = 0;

  function age(): void {
    for (const one of named.values()) one.uses /= 2;
    for (const [text, uses] of candidates) {
      if (uses < 2) candidates.delete(text);
      else candidates.set(text, uses / 2);
    }
  }

  function makeRoomFor(uses: number): boolean {
    if (named.size < MAX_NAMES) return true;
    const [text, least] = [...named].reduce((a, b) => (b[1].uses < a[1].uses ? b : a));
    if (least.uses >= uses) return false;
    named.delete(text);
    candidates.set(text, least.uses);
    return true;
  }

  return (text: string, { role }: Caller): string | undefined => {
    if (role === 'anon' || text.length > MAX_TEXT) return undefined;
    statements += 1;
    if (statements % AGE_AFTER === 0) age();
    const known = named.get(text);
    if (known) {
      known.uses += 1;
      return known.name;
    }
    const uses = (candidates.get(text) ?? 0) + 1;
    if (uses < 2 || !makeRoomFor(uses)) {
      if (candidates.size >= MAX_CANDIDATES) candidates.clear();
      candidates.set(text, uses);
      return undefined;
    }
    candidates.delete(text);
    const name = `rest_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
    named.set(text, { name, uses });
    return name;
  };
}

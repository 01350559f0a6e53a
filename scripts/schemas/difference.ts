import type { Catalog, CatalogObject } from './catalog.ts';

export type Difference = { now: CatalogObject | undefined; wanted: CatalogObject | undefined };

/** The differences between two databases, each object once. */
export function differencesOf(now: Catalog, wanted: Catalog): Difference[] {
  return [...new Set([...now.keys(), ...wanted.keys()])]
    .map((key) => ({ now: now.get(key), wanted: wanted.get(key) }))
    .filter((pair) => pair.now?.definition !== pair.wanted?.definition);
}

export const inWords = ({ now, wanted }: Difference): string => {
  const { kind, name } = (now ?? wanted)!;
  if (!now) return `${kind} ${name}: missing`;
  if (!wanted) return `${kind} ${name}: not wanted`;
  return `${kind} ${name}: ${now.definition}\n  wanted: ${wanted.definition}`;
};

/** Objects that depend on others are dropped first and created last. */
const ORDER = ['function', 'view', 'trigger', 'policy', 'grant'] as const;

/**
 * The next migration. Objects that can be recreated are written in full; changes of tables are only named, to
 * be written by hand.
 */
export function migrationOf(differences: Difference[]): string {
  const byHand = differences.filter(({ now, wanted }) => (now ?? wanted)!.make === null);
  const of = (kind: string) => differences.filter(({ now, wanted }) => (now ?? wanted)!.kind === kind);
  const removed = ORDER.toReversed().flatMap((kind) => of(kind).flatMap(removal));
  const made = ORDER.flatMap((kind) => of(kind).flatMap(making));
  return [
    ...byHand.map((difference) => `-- Write by hand: ${inWords(difference).replaceAll('\n', '\n-- ')}`),
    ...removed,
    ...made,
  ].join('\n\n');
}

/** Objects that `create or replace` can change keep their rights, and the triggers that refer to them. */
function removal({ now, wanted }: Difference): string[] {
  const isReplaced = wanted && (wanted.kind === 'function' || wanted.kind === 'view');
  return now?.remove && !isReplaced ? [now.remove] : [];
}

function making({ now, wanted }: Difference): string[] {
  if (!wanted?.make) return [];
  // PostgreSQL grants new functions to everyone, and Supabase grants everything new in `public` to the API's
  // roles.
  const isOpen = !now && (wanted.kind === 'function' || wanted.kind === 'view');
  if (!isOpen) return [wanted.make];
  const target = wanted.kind === 'function' ? `function ${wanted.name}` : wanted.name;
  return [wanted.make, `revoke all on ${target} from public, anon, authenticated, service_role;`];
}

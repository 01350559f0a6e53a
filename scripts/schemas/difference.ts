import type { Catalog, CatalogObject } from './catalog.ts';

export type Difference = { now: CatalogObject | undefined; wanted: CatalogObject | undefined };

/** What differs between two databases, each object once. */
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

/** Removed first and made last comes what relies on the rest. */
const ORDER = ['function', 'view', 'trigger', 'policy', 'grant'] as const;

/** The next migration: what can be made again is written in full; a table's own changes are named, to be written by hand. */
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

/** What `create or replace` changes in place stays where it is, with the rights and triggers that refer to it. */
function removal({ now, wanted }: Difference): string[] {
  const isReplaced = wanted && (wanted.kind === 'function' || wanted.kind === 'view');
  return now?.remove && !isReplaced ? [now.remove] : [];
}

function making({ now, wanted }: Difference): string[] {
  if (!wanted?.make) return [];
  // PostgreSQL gives a new function to everyone, and Supabase everything new in `public` to the API's roles.
  const isOpen = !now && (wanted.kind === 'function' || wanted.kind === 'view');
  if (!isOpen) return [wanted.make];
  const target = wanted.kind === 'function' ? `function ${wanted.name}` : wanted.name;
  return [wanted.make, `revoke all on ${target} from public, anon, authenticated, service_role;`];
}

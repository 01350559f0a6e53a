import type { TeamRole } from '@domain/contracts/team/team-session.ts';

/** The function's parameters, which are also the page's address. */
const PARAMETERS = ['search', 'stage', 'cycle', 'coach', 'status', 'attention', 'sort', 'page'] as const;
type Parameter = (typeof PARAMETERS)[number];
export type ListQuery = Partial<Record<Parameter, string>>;

/** These would reveal something about health, so administrators are refused. */
const OF_HEALTH = new Set<Parameter>(['stage', 'cycle', 'status', 'attention', 'sort']);

export const filtersFor = (role: TeamRole): Exclude<Parameter, 'search' | 'attention' | 'sort' | 'page'>[] =>
  role === 'administrator' ? ['coach'] : ['stage', 'cycle', 'coach', 'status'];

/** The address's parameters that this role may use. All others are ignored. */
export function queryIn(address: string, role: TeamRole): ListQuery {
  const given = new URLSearchParams(address);
  const allowed = PARAMETERS.filter((name) => role !== 'administrator' || !OF_HEALTH.has(name));
  return Object.fromEntries(
    allowed.flatMap((name) => {
      const value = given.get(name)?.trim();
      return value ? [[name, value]] : [];
    }),
  );
}

/**
 * Always in the same order, so that a list has only one address. A changed filter starts at its first page.
 */
export function queryText(query: ListQuery): string {
  const parts = PARAMETERS.flatMap((name) => {
    const value = query[name];
    return value && !(name === 'page' && value === '1') ? [[name, value]] : [];
  });
  return new URLSearchParams(parts).toString();
}

export const changed = (query: ListQuery, change: ListQuery): ListQuery => ({
  ...query,
  page: '1',
  ...change,
});

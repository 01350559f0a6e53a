import type { Query } from '../database/query-types.ts';

/**
 * Runs the work without a trigger that would date everything to now. A server that doesn't own the tables
 * can't do that, so `otherwise` runs instead.
 */
export async function withoutTrigger(
  query: Query,
  [table, trigger]: [table: string, trigger: string],
  work: () => Promise<void>,
  otherwise: () => Promise<void>,
): Promise<void> {
  const { rows } = await query<{ owns: boolean }>(
    `select pg_has_role(relowner, 'usage') as owns from pg_class where oid = $1::regclass`,
    [table],
  );
  if (!rows[0]!.owns) return otherwise();
  await query(`alter table ${table} disable trigger ${trigger}`);
  await work();
  await query(`alter table ${table} enable trigger ${trigger}`);
}

import type { Query } from '../database/query-types.ts';
import { BadBackup } from './archive.ts';
import { SCHEMAS } from './tables.ts';

/** Without a column if no table numbers its rows with it. */
type Sequence = { name: string; table: string; column: string | null; max: string };

/**
 * Called when all rows are loaded. A sequence that the backup omits, or that is behind its rows, continues
 * after them. One that has used up half of its numbers was altered: no clinic gets there, and soon nothing
 * more could be written.
 */
export async function settleSequences(query: Query): Promise<void> {
  for (const { name, table, column, max } of await sequencesWithColumns(query)) {
    if (column !== null)
      await query(
        `select setval($1::regclass, highest) from (select max(${column})::bigint as highest from ${table}) as numbered
         where highest > (select last_value from ${name})`,
        [name],
      );
    const { rows } = await query<{ is_used_up: boolean }>(
      `select last_value > $1::bigint / 2 as is_used_up from ${name}`,
      [max],
    );
    if (rows[0]!.is_used_up)
      throw new BadBackup(`The backup has no numbers left for ${name}: it was altered, so it is refused.`);
  }
}

async function sequencesWithColumns(query: Query): Promise<Sequence[]> {
  const { rows } = await query<Sequence>(
    `select format('%I.%I', sequence_schema.nspname, sequence.relname) as name,
       format('%I.%I', table_schema.nspname, owner.relname) as "table",
       quote_ident(attname) as "column", seqmax::text as max
     from pg_sequence
     join pg_class sequence on sequence.oid = seqrelid
     join pg_namespace sequence_schema on sequence_schema.oid = sequence.relnamespace
     left join pg_depend on classid = 'pg_class'::regclass and objid = seqrelid
       and refclassid = 'pg_class'::regclass and refobjsubid > 0 and deptype in ('a', 'i')
     left join pg_class owner on owner.oid = refobjid
     left join pg_namespace table_schema on table_schema.oid = owner.relnamespace
     left join pg_attribute on attrelid = refobjid and attnum = refobjsubid
     where sequence_schema.nspname = any ($1) order by 1`,
    [SCHEMAS],
  );
  return rows;
}

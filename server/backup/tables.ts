import type { Query } from '../database/query-types.ts';

/** The schemas with the portal's data. The list of applied migrations is not backed up: a restore writes it. */
export const SCHEMAS = ['public', 'private', 'auth', 'storage', 'portal_server'];
export const ALL_SCHEMAS = [...SCHEMAS, 'supabase_migrations'];
/** Definitions rather than data: the migrations that a restore runs write them. */
const WRITTEN_BY_MIGRATIONS = ['private.export_parts'];

export type Column = { name: string; type: string };
export type Table = { name: string; columns: Column[] };

/** Every table, sorted so that referenced tables come first. Generated columns are left out. */
export async function tablesOf(query: Query): Promise<Table[]> {
  const { rows } = await query<{ name: string; columns: Column[]; parents: string[] }>(
    `select format('%I.%I', nspname, relname) as name,
       (select json_agg(json_build_object('name', quote_ident(attname),
           'type', format_type(atttypid, atttypmod)) order by attnum)
         from pg_attribute
         where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
       (select coalesce(json_agg(format('%I.%I', parent_schema.nspname, parent.relname)), '[]')
         from pg_constraint
         join pg_class parent on parent.oid = confrelid
         join pg_namespace parent_schema on parent_schema.oid = parent.relnamespace
         where conrelid = class.oid and contype = 'f' and confrelid <> conrelid) as parents
     from pg_class class join pg_namespace schema on schema.oid = relnamespace
     where relkind = 'r' and nspname = any ($1) and format('%I.%I', nspname, relname) <> all ($2) order by 1`,
    [SCHEMAS, WRITTEN_BY_MIGRATIONS],
  );
  const ordered: typeof rows = [];
  while (ordered.length < rows.length) {
    const placed = new Set(ordered.map(({ name }) => name));
    const next = rows.filter(
      ({ name, parents }) => !placed.has(name) && parents.every((parent) => placed.has(parent)),
    );
    if (next.length === 0) throw new Error('Tables refer to each other in a circle.');
    ordered.push(...next);
  }
  return ordered.map(({ name, columns }) => ({ name, columns }));
}

export async function sequencesOf(query: Query): Promise<{ name: string; last: string }[]> {
  const { rows } = await query<{ name: string; last: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
     from pg_sequences where schemaname = any ($1) and last_value is not null order by 1`,
    [SCHEMAS],
  );
  return rows;
}

/** Values are written and read as text, whose format these settings fix. No timeout may end a long transaction. */
export const TEXT_FORMAT_SETTINGS = `
  set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local search_path = '';
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`;

import type { Condition } from '../request/parse-filter.ts';
import type { Payload } from '../request/payload.ts';
import type { Column, Relation } from '../schema/schema-cache.ts';
import { whereSql } from './conditions.ts';
import { quote, type Values } from './values.ts';

export type Conflict = { resolution: 'merge' | 'ignore'; columns: string[] };

/** Counts the new rows, because the rows returned by `merge-duplicates` don't say which are new. */
export const INSERTED = 'request.inserted';

export function insertSql(
  relation: Relation,
  columns: Column[],
  payload: Payload,
  options: { conflict: Conflict | null; useDefaults: boolean; returning: string },
  values: Values,
): string {
  const names = columns.map((column) => quote(column.name)).join(', ');
  const into = `public.${quote(relation.name)} as t${names && ` (${names})`}`;
  const rows = bodyRows(columns, payload, options.useDefaults, values);
  const conflict = options.conflict ? conflictSql(options.conflict, columns) : { where: '', action: '' };
  return `insert into ${into} select ${columns.map(bodyColumn).join(', ')} from ${rows}${conflict.where}${conflict.action} returning ${options.returning}`;
}

export function updateSql(
  relation: Relation,
  columns: Column[],
  payload: Payload,
  conditions: Condition[],
  options: { useDefaults: boolean; returning: string },
  values: Values,
): string {
  const set = columns.map((column) => `${quote(column.name)} = ${bodyColumn(column)}`).join(', ');
  const rows = bodyRows(columns, payload, options.useDefaults, values);
  const where = whereSql(conditions, { label: relation.name, columns: relation.columns }, values);
  return `update public.${quote(relation.name)} as t set ${set} from ${rows}${where} returning ${options.returning}`;
}

export function deleteSql(
  relation: Relation,
  conditions: Condition[],
  returning: string,
  values: Values,
): string {
  const where = whereSql(conditions, { label: relation.name, columns: relation.columns }, values);
  return `delete from public.${quote(relation.name)} as t${where} returning ${returning}`;
}

const bodyColumn = ({ name }: Column) => `b.${quote(name)}`;

/** The body as rows named `b`. */
function bodyRows(columns: Column[], payload: Payload, useDefaults: boolean, values: Values): string {
  const { text, isList } = payload;
  if (useDefaults && columns.length) return rowsWithDefaults(columns, payload, values);
  const body = `${values.add(text)}::json`;
  if (columns.length === 0) return isList ? `json_array_elements(${body}) as b` : `(select ${body}) as b`;
  return `${isList ? 'json_to_recordset' : 'json_to_record'}(${body}) as b (${typed(columns)})`;
}

/** A missing value becomes its column's default. */
function rowsWithDefaults(columns: Column[], { text, isList }: Payload, values: Values): string {
  const body = `${values.add(text)}::jsonb`;
  const rows = isList ? `jsonb_array_elements(${body})` : `(select ${body})`;
  const list = columns.map(({ name, fallback }) => {
    const value = `g.${quote(name)}`;
    if (fallback === null) return value;
    return `case when e.v ? ${values.add(name)}::text then ${value} else ${fallback} end as ${quote(name)}`;
  });
  return `(select ${list.join(', ')} from ${rows} as e (v), jsonb_to_record(e.v) as g (${typed(columns)})) as b`;
}

const typed = (columns: Column[]) =>
  columns.map((column) => `${quote(column.name)} ${column.type}`).join(', ');

/** A condition that is always true and counts each row that evaluates it. */
const counted = (change: '+ 1' | '- 1') =>
  `set_config('${INSERTED}', (coalesce(nullif(current_setting('${INSERTED}', true), ''), '0')::int ${change})::text, true) is not null`;

function conflictSql({ resolution, columns: target }: Conflict, columns: Column[]) {
  const on = ` on conflict (${target.map(quote).join(', ')})`;
  if (resolution === 'ignore' || columns.length === 0) return { where: '', action: `${on} do nothing` };
  const set = columns.map(({ name }) => `${quote(name)} = excluded.${quote(name)}`).join(', ');
  return {
    where: ` where ${counted('+ 1')}`,
    action: `${on} do update set ${set} where ${counted('- 1')}`,
  };
}

import type { Field } from '../request/parse-field.ts';
import type { SelectItem } from '../request/parse-select.ts';
import { castSql } from './cast.ts';
import { columnOf, fieldSql, type Source } from './field.ts';
import { quote, type Values } from './values.ts';

/** The columns to fetch from `t`, and a JSON expression for one row named `r`. */
export type Selection = { columns: string; row: string };

/** A function takes at most 100 arguments, so 50 names with their values. */
const MAX_PAIRS = 50;

export function selectSql(items: SelectItem[], source: Source, values: Values): Selection {
  if (source.scalar && items.every((item) => item.kind === 'all'))
    return { columns: 't.value as o', row: 'r.o' };
  if (items.every(keepsItsName)) {
    const columns = items.map((item) => (item.kind === 'all' ? 't.*' : namedColumn(item, source, values)));
    return { columns: columns.join(', '), row: 'r' };
  }
  const pairs = items
    .flatMap((item) => (item.kind === 'all' ? allColumns(source) : [item]))
    .map((item) => `${values.add(nameOf(item))}::text, ${valueSql(item, source, values)}`);
  return { columns: `${objectSql(pairs)} as o`, row: 'r.o' };
}

/** The columns that a select reads, for `returning`. */
export const columnsRead = (items: SelectItem[], source: Source): string[] => [
  ...new Set(
    items.flatMap((item) =>
      item.kind === 'all' ? [...source.columns.keys()] : [columnOf(source, item.field.name).name],
    ),
  ),
];

type FieldItem = Extract<SelectItem, { kind: 'field' }>;

const keepsItsName = (item: SelectItem) =>
  item.kind === 'all' || (item.alias === null && item.field.path.length === 0);

const namedColumn = (item: FieldItem, source: Source, values: Values) =>
  `${valueSql(item, source, values)} as ${quote(columnOf(source, item.field.name).name)}`;

function valueSql(item: FieldItem, source: Source, values: Values): string {
  const { sql } = fieldSql(source, item.field, values);
  return item.cast === null ? sql : castSql(sql, item.cast);
}

const allColumns = (source: Source): FieldItem[] =>
  [...source.columns.keys()].map((name) => ({
    kind: 'field',
    field: { name, path: [] },
    alias: null,
    cast: null,
  }));

const nameOf = ({ alias, field }: FieldItem) => alias ?? lastKey(field) ?? field.name;

const lastKey = ({ path }: Field) =>
  path.findLast((step): step is { key: string; asText: boolean } => typeof step.key === 'string')?.key;

/** An object with names that the caller chose. They are passed as parameters, because aliases can't be. */
function objectSql(pairs: string[]): string {
  const parts: string[] = [];
  for (let start = 0; start < pairs.length; start += MAX_PAIRS)
    parts.push(`json_build_object(${pairs.slice(start, start + MAX_PAIRS).join(', ')})`);
  if (parts.length <= 1) return parts.join('');
  const inner = parts.map((part) => `left(substr(${part}::text, 2), -1)`);
  return `('{' || ${inner.join(` || ', ' || `)} || '}')::json`;
}

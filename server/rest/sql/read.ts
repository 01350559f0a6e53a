import type { MediaType } from '../media-type.ts';
import type { OrderTerm } from '../parse-order.ts';
import type { Query } from '../parse-query.ts';
import { limitOf, type Range } from '../range.ts';
import { whereSql } from './conditions.ts';
import { fieldSql, type Source } from './field.ts';
import { selectSql, type Selection } from './select.ts';
import type { Values } from './values.ts';

export type Reading = {
  query: Query;
  range: Range;
  media: MediaType;
  counted: boolean;
  bodyless: boolean;
};

/** Reads from `from`, which names its rows `t`, and answers one line: body, rows, total. */
export function readSql(
  from: string,
  source: Source,
  types: Map<string, string>,
  { query, range, media, counted, bodyless }: Reading,
  values: Values,
): string {
  const selection = selectSql(query.select, source, types, values);
  const where = whereSql(query.conditions, source, values);
  const rows = `select ${selection.columns} from ${from}${where}${orderSql(query.order, source, values)}${rangeSql(range, values)}`;
  const total = counted ? `, (select count(*) from ${from}${where})::int as total` : '';
  return answerSql(rows, selection, media, { bodyless, more: total });
}

/** One line for a whole answer, with its JSON made by the database. */
export function answerSql(
  rows: string,
  { row }: Selection,
  media: MediaType,
  { bodyless = false, more = '' } = {},
): string {
  const body = bodyless ? 'null' : bodySql(row, media);
  return `select ${body} as body, count(*)::int as rows${more} from (${rows}) r`;
}

function bodySql(row: string, { single, stripNulls }: MediaType): string {
  const list = stripNulls ? `json_strip_nulls(json_agg(${row}))` : `json_agg(${row})`;
  return single ? `coalesce(${list} -> 0, 'null')::text` : `coalesce(${list}, '[]')::text`;
}

const orderSql = (order: OrderTerm[], source: Source, values: Values): string =>
  order.length ? ` order by ${order.map((term) => termSql(term, source, values)).join(', ')}` : '';

const termSql = ({ field, descending, nulls }: OrderTerm, source: Source, values: Values): string =>
  `${fieldSql(source, field, values).sql}${descending ? ' desc' : ''}${nulls ? ` nulls ${nulls}` : ''}`;

function rangeSql(range: Range, values: Values): string {
  const limit = ` limit ${values.add(String(limitOf(range)))}::bigint`;
  const offset = range.lower > 0 ? ` offset ${values.add(String(range.lower))}::bigint` : '';
  return limit + offset;
}

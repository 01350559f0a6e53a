import type { MediaType } from '../request/media-type.ts';
import type { OrderTerm } from '../request/parse-order.ts';
import type { Query } from '../request/parse-query.ts';
import { limitOf, type Range } from '../request/range.ts';
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

/** Reads from `from`, which names its rows `t`, and returns one row: body, rows, total. */
export function readSql(
  from: string,
  source: Source,
  { query, range, media, counted, bodyless }: Reading,
  values: Values,
): string {
  const selection = selectSql(query.select, source, values);
  const where = whereSql(query.conditions, source, values);
  const rows = `select ${selection.columns} from ${from}${where}${orderSql(query.order, source, values)}${rangeSql(range, values)}`;
  const total = counted ? `, (select count(*) from ${from}${where})::int as total` : '';
  return answerSql(rows, selection, media, { bodyless, extraColumns: total });
}

/**
 * The largest answer. The portal needs far less, and a larger one would fill the memory of every program that
 * passes it on.
 */
const MAX_BYTES = 8 * 2 ** 20;

/**
 * One row for the whole answer, with JSON made by the database. The rows' sizes are added up on the way, and
 * the first row past the limit ends the statement with an error.
 */
export function answerSql(
  rows: string,
  { row }: Selection,
  media: MediaType,
  { bodyless = false, extraColumns = '' } = {},
): string {
  if (bodyless) return `select null as body, count(*)::int as rows${extraColumns} from (${rows}) r`;
  const json = media.stripNulls ? `json_strip_nulls(to_json(${row}))` : `to_json(${row})`;
  const written = `select coalesce(${json}::text, 'null') as json from (${rows}) r`;
  const measured = `select json, sum(octet_length(json)) over (rows unbounded preceding) as bytes from (${written}) w`;
  const between = row === 'r' ? String.raw`E', \n '` : `', '`; // as json_agg writes it
  const list = `string_agg(json, ${between}) filter (where bytes <= ${MAX_BYTES} or portal_rest.refuse_answer(bytes, ${MAX_BYTES}))`;
  const body = media.single ? `coalesce(${list}, 'null')` : `'[' || coalesce(${list}, '') || ']'`;
  return `select ${body} as body, count(*)::int as rows${extraColumns} from (${measured}) m`;
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

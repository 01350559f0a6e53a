import { badSyntax, notImplemented } from '../errors.ts';
import { readName } from './parse-field.ts';
import { parseFilter, parseLogic, type Condition, type Filter, type Operation } from './parse-filter.ts';
import { parseOrder, type OrderTerm } from './parse-order.ts';
import { parseSelect, type SelectItem } from './parse-select.ts';
import { Reader } from '../reader.ts';

export type Query = {
  select: SelectItem[];
  conditions: Condition[];
  order: OrderTerm[];
  limit: number | null;
  offset: number | null;
  columns: string[] | null;
  onConflict: string[] | null;
  /** A function's arguments, if a GET has them in the query string. */
  arguments: [name: string, value: string][];
};

const OPERATOR_FIRST =
  /^(?:not\.|is\.|in\.|(?:eq|gte|gt|lte|lt|like|ilike|match|imatch|neq|cs|cd|ov|sl|sr|nxr|nxl|adj|isdistinct|fts|plfts|phfts|wfts)(?:\([^)]*\))?\.)/;

/** The whole query string as a tree. In a GET of a function, parameters without an operator are arguments. */
export function parseQuery(text: string, { takesArguments }: { takesArguments: boolean }): Query {
  if (text.includes('%00')) throw badSyntax('query string', '', 1, 'unexpected null character');
  const query: Query = {
    select: [{ kind: 'all' }],
    conditions: [],
    order: [],
    limit: null,
    offset: null,
    columns: null,
    onConflict: null,
    arguments: [],
  };
  for (const [key, value] of new URLSearchParams(text)) readParameter(query, key, value, takesArguments);
  refuseTooMany(query);
  return query;
}

function readParameter(query: Query, key: string, value: string, takesArguments: boolean): void {
  switch (key) {
    case 'select':
      query.select = parseSelect(value);
      return;
    case 'order':
      query.order.push(...parseOrder(value));
      return;
    case 'limit':
      query.limit = parseInteger(key, value);
      return;
    case 'offset':
      query.offset = parseInteger(key, value);
      return;
    case 'columns':
      query.columns = parseNames('columns parameter', value);
      return;
    case 'on_conflict':
      query.onConflict = parseNames('on_conflict parameter', value);
      return;
  }
  if (/(?:^|\.)(?:and|or)$/.test(key)) query.conditions.push(parseLogic(key, value));
  else if (takesArguments && !key.includes('.') && !OPERATOR_FIRST.test(value))
    query.arguments.push([key, value]);
  else query.conditions.push(parseFilter(key, value));
}

function parseInteger(what: string, text: string): number {
  if (!/^-?\d+$/.test(text)) throw badSyntax(what, text, 1, 'expecting an integer');
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number(text), Number.MAX_SAFE_INTEGER));
}

function parseNames(what: string, text: string): string[] {
  const reader = new Reader(what, text);
  const names: string[] = [];
  do {
    reader.space();
    names.push(readName(reader));
    reader.space();
  } while (reader.take(','));
  reader.expectEnd();
  return [...new Set(names)];
}

/** Every row is compared with each of them. */
const MAX_CONDITIONS = 50;
/** Each of them reads the whole text. */
const MAX_PATTERNS = 5;

const MAX_ORDER_TERMS = 20;

function refuseTooMany({ conditions, order }: Query): void {
  if (order.length > MAX_ORDER_TERMS) throw notImplemented(`more than ${MAX_ORDER_TERMS} columns in order`);
  const filters = conditions.flatMap(filtersOf);
  if (filters.length > MAX_CONDITIONS) throw notImplemented(`more than ${MAX_CONDITIONS} conditions`);
  const patterns = filters.reduce((sum, { operation }) => sum + patternsIn(operation), 0);
  if (patterns > MAX_PATTERNS)
    throw notImplemented(`more than ${MAX_PATTERNS} patterns in like, ilike, match and imatch`);
}

const filtersOf = (condition: Condition): Filter[] =>
  condition.kind === 'filter' ? [condition] : condition.conditions.flatMap(filtersOf);

function patternsIn(operation: Operation): number {
  if (operation.kind !== 'compare' || !/like|match/.test(operation.operator)) return 0;
  return operation.quantifier === null ? 1 : operation.value.split(',').length;
}

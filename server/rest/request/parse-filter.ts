import { notEmbedded, notImplemented } from '../errors.ts';
import { readField, readName, readQuoted, type Field } from './parse-field.ts';
import { Reader } from '../reader.ts';

const COMPARISONS = ['eq', 'gte', 'gt', 'lte', 'lt', 'like', 'ilike', 'match', 'imatch'] as const;
const RELATIONS = ['neq', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj', 'isdistinct'] as const;
export type Operator = (typeof COMPARISONS)[number] | (typeof RELATIONS)[number];
export type IsValue = 'null' | 'not_null' | 'true' | 'false' | 'unknown';

export type Operation =
  | { kind: 'compare'; operator: Operator; quantifier: 'any' | 'all' | null; value: string }
  | { kind: 'in'; values: string[] }
  | { kind: 'is'; value: IsValue };
export type Filter = { kind: 'filter'; negated: boolean; field: Field; operation: Operation };
export type Logic = { kind: 'and' | 'or'; negated: boolean; conditions: Condition[] };
export type Condition = Filter | Logic;

const COMPARE = new RegExp(
  `(?:(${COMPARISONS.join('|')})(?:\\((any|all)\\))?|(${RELATIONS.join('|')}))\\.`,
  'y',
);
const IS_VALUE = /null|not_null|true|false|unknown/iy;
const FULL_TEXT = /(?:fts|plfts|phfts|wfts)(?:\([^)]*\))?\./y;
const LIST_ITEM = /[^,)]*/y;
const ARRAY = /\{[^{}]*\}/y;
/** Deeper than anyone writes by hand. */
const DEEPEST = 8;
const LONGEST_PATTERN = 60;
/**
 * PostgreSQL tries a pattern at every position of a text. With longer patterns than anyone searches for, one
 * row takes milliseconds.
 */
const MAX_LIKE_LENGTH = 200;
const MAX_LIKE_WILDCARDS = 20;

/** `column=operator.value` */
export function parseFilter(key: string, value: string): Filter {
  const field = readKey(key);
  const reader = new Reader('filter', value);
  const filter = readExpression(reader, field, (rest) => rest.rest());
  reader.expectEnd();
  return filter;
}

function readKey(key: string): Field {
  const reader = new Reader('tree path', key);
  const field = readField(reader);
  if (reader.take('.')) throw notEmbedded(field.name);
  reader.expectEnd();
  return field;
}

/** `and=(…)`, `or=(…)`, `not.and=(…)`, `not.or=(…)` */
export function parseLogic(key: string, value: string): Logic {
  const [, embedded, negation, kind] = /^(?:([\s\S]*?)\.)??(not\.)?(and|or)$/.exec(key)!;
  if (embedded !== undefined) throw notEmbedded(readName(new Reader('logic path', embedded)));
  const reader = new Reader('logic tree', value);
  const logic = readGroup(reader, kind as Logic['kind'], negation !== undefined, 0);
  reader.expectEnd();
  return logic;
}

function readGroup(reader: Reader, kind: Logic['kind'], negated: boolean, depth: number): Logic {
  if (depth > DEEPEST) throw notImplemented(`more than ${DEEPEST} levels of and, or`);
  const conditions: Condition[] = [];
  reader.space();
  reader.expect('(');
  do conditions.push(readCondition(reader, depth));
  while (reader.take(','));
  reader.expect(')');
  reader.space();
  return { kind, negated, conditions };
}

function readCondition(reader: Reader, depth: number): Condition {
  reader.space();
  const group = reader.match(/(not\.)?(and|or)(?=[ \t]*\()/y);
  if (group) return readGroup(reader, group[2] as Logic['kind'], group[1] !== undefined, depth + 1);
  const field = readField(reader);
  reader.expect('.');
  const filter = readExpression(reader, field, readLogicValue);
  reader.space();
  return filter;
}

function readExpression(reader: Reader, field: Field, readValue: (reader: Reader) => string): Filter {
  const negated = reader.take('not.');
  return { kind: 'filter', negated, field, operation: readOperation(reader, readValue) };
}

function readOperation(reader: Reader, readValue: (reader: Reader) => string): Operation {
  if (reader.take('in.')) return { kind: 'in', values: readList(reader) };
  if (reader.take('is.')) return { kind: 'is', value: readIsValue(reader) };
  if (reader.match(FULL_TEXT)) throw notImplemented('full-text search (fts, plfts, phfts, wfts)');
  const found = reader.match(COMPARE);
  if (!found) throw reader.unexpected('operator (eq, gt, ...)');
  const operator = (found[1] ?? found[3]) as Operator;
  const value = readValue(reader);
  if (operator === 'match' || operator === 'imatch') refuseSlowPattern(value);
  if (operator === 'like' || operator === 'ilike') refuseLongPattern(value);
  return { kind: 'compare', operator, quantifier: (found[2] ?? null) as 'any' | 'all' | null, value };
}

/**
 * Groups, counts and back-references can keep PostgreSQL busy for hours on one row, or for seconds before the
 * first.
 */
function refuseSlowPattern(pattern: string): void {
  if (pattern.length > LONGEST_PATTERN || /[({\\]/.test(pattern))
    throw notImplemented(
      `patterns with (, { or \\, or longer than ${LONGEST_PATTERN} characters, in match and imatch`,
    );
}

function refuseLongPattern(pattern: string): void {
  const wildcards = pattern.match(/[*%_]/g)?.length ?? 0;
  if (pattern.length > MAX_LIKE_LENGTH || wildcards > MAX_LIKE_WILDCARDS)
    throw notImplemented(
      `patterns with more than ${MAX_LIKE_WILDCARDS} of *, % and _, or longer than ${MAX_LIKE_LENGTH} characters, in like and ilike`,
    );
}

function readIsValue(reader: Reader): IsValue {
  const value = reader.match(IS_VALUE)?.[0].toLowerCase();
  if (value === undefined) throw reader.unexpected('isVal: (null, not_null, true, false, unknown)');
  return value as IsValue;
}

function readList(reader: Reader): string[] {
  const values: string[] = [];
  reader.space();
  reader.expect('(');
  reader.space();
  do values.push(readQuotedItem(reader) ?? reader.match(LIST_ITEM)![0]);
  while (reader.take(','));
  reader.expect(')');
  reader.space();
  return values.length === 1 && values[0] === '' ? [] : values;
}

const readLogicValue = (reader: Reader): string =>
  readQuotedItem(reader) ?? reader.match(ARRAY)?.[0] ?? reader.match(LIST_ITEM)![0];

/** Quotes only count around a whole item: `"a"b` is an item that contains quotes. */
const readQuotedItem = (reader: Reader): string | null =>
  reader.attempt(() => {
    const value = readQuoted(reader);
    return value !== null && (reader.atEnd || /[,)]/.test(reader.next())) ? value : null;
  });

import { unknownColumn } from '../errors.ts';
import type { Field, JsonStep } from '../request/parse-field.ts';
import type { Column, Columns } from '../schema/schema-cache.ts';
import { quote, type Values } from './values.ts';

/**
 * The source of rows: `t` in every statement, with `label` as its name in errors. Rows of a scalar source are
 * single values.
 */
export type Source = { label: string; columns: Columns; scalar?: boolean };

/** `type` is the type of values it is compared with, `text` the type of patterns. */
export type Expression = { sql: string; type: string; text: string };

export function columnOf(source: Source, name: string): Column {
  const column = source.columns.get(name);
  if (!column) throw unknownColumn(source.label, name);
  return column;
}

export function fieldSql(source: Source, field: Field, values: Values): Expression {
  const column = columnOf(source, field.name);
  const sql = `t.${quote(column.name)}`;
  const last = field.path.at(-1);
  if (!last) return { sql, type: column.base, text: column.category === 'S' ? column.base : 'text' };
  const isJson = column.base === 'json' || column.base === 'jsonb';
  const steps = field.path.map((step) => stepSql(step, values)).join('');
  const type = last.asText ? 'text' : column.base === 'json' ? 'json' : 'jsonb';
  return { sql: `(${isJson ? sql : `to_jsonb(${sql})`}${steps})`, type, text: 'text' };
}

const stepSql = ({ key, asText }: JsonStep, values: Values) =>
  `${asText ? '->>' : '->'}${values.add(String(key))}::${typeof key === 'number' ? 'int' : 'text'}`;

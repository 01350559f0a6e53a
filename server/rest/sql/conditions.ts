import type { Condition, Filter, IsValue, Operation, Operator } from '../request/parse-filter.ts';
import { fieldSql, type Expression, type Source } from './field.ts';
import type { Values } from './values.ts';

const OPERATORS: Record<Operator, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
  isdistinct: 'is distinct from',
};

const IS: Record<IsValue, string> = {
  null: 'null',
  not_null: 'not null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
};

export const whereSql = (conditions: Condition[], source: Source, values: Values): string =>
  conditions.length
    ? ` where ${conditions.map((condition) => conditionSql(condition, source, values)).join(' and ')}`
    : '';

function conditionSql(condition: Condition, source: Source, values: Values): string {
  const sql =
    condition.kind === 'filter'
      ? filterSql(condition, source, values)
      : condition.conditions.map((one) => conditionSql(one, source, values)).join(` ${condition.kind} `);
  return condition.negated ? `not (${sql})` : `(${sql})`;
}

function filterSql({ field, operation }: Filter, source: Source, values: Values): string {
  const expression = fieldSql(source, field, values);
  return `${expression.sql} ${operationSql(operation, expression, values)}`;
}

function operationSql(operation: Operation, { type, text }: Expression, values: Values): string {
  if (operation.kind === 'is') return `is ${IS[operation.value]}`;
  if (operation.kind === 'in') return `= any(${values.add(operation.values)}::${type}[])`;
  const { operator, quantifier, value } = operation;
  const isPattern = ['like', 'ilike', 'match', 'imatch'].includes(operator);
  // A caller may write `*` instead of `%`, because it needs no escaping in a URL.
  const operand = values.add(operator.endsWith('like') ? value.replaceAll('*', '%') : value);
  const as = isPattern ? text : type;
  return quantifier
    ? `${OPERATORS[operator]} ${quantifier}(${operand}::${as}[])`
    : `${OPERATORS[operator]} ${operand}::${as}`;
}

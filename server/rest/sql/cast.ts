import { unknownType } from '../errors.ts';

/**
 * The types a select may cast to, by their SQL names. Other types would reveal names of roles, tables or
 * functions, or turn a small value into a large answer, so callers are told that they don't exist.
 */
const TYPES: Record<string, string> = {
  ...named('text', 'text', 'varchar', 'character varying'),
  ...named('smallint', 'smallint', 'int2'),
  ...named('integer', 'integer', 'int', 'int4'),
  ...named('bigint', 'bigint', 'int8'),
  ...named('real', 'real', 'float4'),
  ...named('double precision', 'double precision', 'float8'),
  ...named('boolean', 'boolean', 'bool'),
  ...named('date', 'date'),
  ...named('time', 'time', 'time without time zone'),
  ...named('time with time zone', 'timetz', 'time with time zone'),
  ...named('timestamp', 'timestamp', 'timestamp without time zone'),
  ...named('timestamp with time zone', 'timestamptz', 'timestamp with time zone'),
  ...named('interval', 'interval'),
  ...named('uuid', 'uuid'),
  // JSON keeps a number as it is written. jsonb would write out every digit of 1e131071.
  ...named('json', 'json', 'jsonb'),
};
const NUMERIC = new Set(['numeric', 'decimal', 'dec']);

export function castSql(sql: string, type: string): string {
  const wanted = type.toLowerCase();
  // With a limited number of digits, for the same reason, and without the trailing zeros that this adds.
  if (NUMERIC.has(wanted)) return `trim_scale(cast(${sql} as numeric(100, 40)))`;
  if (!Object.hasOwn(TYPES, wanted)) throw unknownType(type);
  return `cast(${sql} as ${TYPES[wanted]})`;
}

function named(type: string, ...names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, type]));
}

import type { $ZodCheck, $ZodType } from 'zod/v4/core';

type Def = { type: string; checks?: $ZodCheck[] } & Record<string, unknown>;
type CheckDef = { check: string; maximum?: number; format?: string };

/** Finds where a schema accepts text, numbers or lists without a limit, or doesn't say what it accepts. */
export function unbounded(schema: $ZodType, at = '', seen = new Set<$ZodType>()): string[] {
  if (seen.has(schema)) return [];
  const def = defOf(schema) as unknown as Def;
  const walk = (inner: unknown, name = '') =>
    unbounded(inner as $ZodType, name ? `${at}.${name}` : at, new Set([...seen, schema]));
  const walkAll = (inner: unknown) => (inner as unknown[]).flatMap((one, index) => walk(one, String(index)));
  const problem = (is: boolean) => (is ? [] : [`${at || '.'}: ${def.type}`]);

  switch (def.type) {
    case 'string':
      return problem(isBoundedText(def));
    case 'number':
      return problem(hasCheck(def, 'less_than') && hasCheck(def, 'greater_than'));
    case 'array':
      return problem(hasCheck(def, 'max_length') || hasCheck(def, 'length_equals')).concat(
        walk(def['element'], '[]'),
      );
    case 'object':
      return Object.entries(def['shape'] as object)
        .flatMap(([name, inner]) => walk(inner, name))
        .concat(def['catchall'] ? walk(def['catchall'], '*') : []);
    case 'record':
      return [...walk(def['keyType'], '(key)'), ...walk(def['valueType'], '(value)')];
    case 'tuple':
      return walkAll(def['items']).concat(def['rest'] ? [`${at}: rest`] : []);
    case 'union':
      return walkAll(def['options']);
    case 'intersection':
      return [...walk(def['left']), ...walk(def['right'])];
    case 'pipe':
      return [...walk(def['in']), ...walk(def['out'])];
    case 'lazy':
      return walk((def['getter'] as () => unknown)());
    case 'optional':
    case 'nullable':
    case 'nonoptional':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
      return walk(def['innerType']);
    case 'enum':
    case 'literal':
    case 'boolean':
    case 'null':
    case 'undefined':
    case 'never':
    case 'transform': // the result of a value that was already checked
      return [];
    default: // unknown, any, custom, date, and anything a later zod adds
      return problem(false);
  }
}

const defOf = ({ _zod: { def } }: $ZodType | $ZodCheck): object => def;

const checksOf = (def: Def) => (def.checks ?? []).map((check) => defOf(check) as CheckDef);

const hasCheck = (def: Def, name: string) => checksOf(def).some(({ check }) => check === name);

// Their patterns have their own length.
const FIXED_FORMATS = new Set<string | undefined>(['guid', 'uuid', 'date']);

const isBoundedText = (def: Def) =>
  hasCheck(def, 'max_length') ||
  hasCheck(def, 'length_equals') ||
  [def as unknown as CheckDef, ...checksOf(def)].some(({ format }) => FIXED_FORMATS.has(format));

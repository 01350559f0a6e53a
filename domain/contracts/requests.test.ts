import { globSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

type Def = {
  type: string;
  shape?: Record<string, Schema>;
  catchall?: Schema;
  element?: Schema;
  innerType?: Schema;
  options?: Schema[];
  in?: Schema;
  values?: unknown[];
};
type Schema = z.ZodMiniType & { def: Def };

const files = globSync('*/*.ts', { cwd: import.meta.dirname }).filter((name) => !name.endsWith('.test.ts'));
const modules = await Promise.all(
  files.map((name) => import(join(import.meta.dirname, name)) as Promise<Record<string, unknown>>),
);
const requests = modules
  .flatMap((module) => Object.entries(module))
  .filter(([name, value]) => /(Request|Change)$/.test(name) && value instanceof z.ZodMiniType)
  .map(([name, value]) => [name, value as Schema] as const);

/** The schema and everything it is made of. */
function parts(schema: Schema): Schema[] {
  const { shape = {}, element, innerType, options = [], in: inner } = schema.def;
  const below = [...Object.values(shape), ...options, element, innerType, inner];
  return [schema, ...below.filter((part) => part !== undefined).flatMap(parts)];
}

const MALFORMED: unknown[] = [
  '',
  'today',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '2026-11-18T99:99:99Z',
  '-1',
  '1e9',
  'a'.repeat(3_000),
  '\ud800',
  'x\u0000y',
  '2026-11-18',
  '2026-11-18T10:00:00Z',
  '👩🏽‍⚕️',
  0,
  -1,
  1.5,
  1e308,
  true,
  false,
  null,
  undefined,
  [],
  {},
  [[]],
  { a: 1 },
];

/** Random values, and sometimes valid ones, so that later checks are reached too. */
function anyInput(schema: Schema): fc.Arbitrary<unknown> {
  const { type, shape = {}, element, innerType, options = [], in: inner, values } = schema.def;
  const malformed = fc.constantFrom(...MALFORMED);
  if (type === 'literal')
    return fc.oneof(malformed, fc.constantFrom(...values!), fc.constantFrom(...values!));
  if (type === 'object')
    return fc.record(Object.fromEntries(Object.entries(shape).map(([key, part]) => [key, anyInput(part)])));
  if (type === 'union') return fc.oneof(malformed, ...options.map(anyInput));
  if (type === 'array') return fc.oneof(malformed, fc.array(anyInput(element!), { maxLength: 3 }));
  const next = innerType ?? inner;
  return next ? fc.oneof(malformed, anyInput(next)) : malformed;
}

test('every request contract is found', () => {
  expect(requests.length).toBeGreaterThan(50);
});

describe.each(requests)('%s', (_name, schema) => {
  test('refuses an unknown field, at every depth', () => {
    const objects = parts(schema).filter((part) => part.def.type === 'object');
    expect(objects.length).toBeGreaterThan(0);
    for (const object of objects) expect(object.def.catchall?.def.type).toBe('never');
  });

  test('refuses malformed values, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(anyInput(schema), fc.constantFrom(...MALFORMED)), (value) => {
        schema.safeParse(value);
      }),
      { numRuns: 300 },
    );
  });
});

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
  items?: Schema[];
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
  const { shape = {}, element, innerType, options = [], items = [], in: inner } = schema.def;
  const below = [...Object.values(shape), ...options, ...items, element, innerType, inner];
  return [schema, ...below.filter((part) => part !== undefined).flatMap(parts)];
}

/** Every part that takes a value of its own, named by its place. A pipe reads a text and makes something else of it. */
function fields(schema: Schema, place = ''): [place: string, field: Schema][] {
  const { type, shape, element, innerType, options, items } = schema.def;
  if (type === 'object')
    return Object.entries(shape!).flatMap(([key, part]) => fields(part, `${place}.${key}`));
  const inner = options ?? items ?? [element ?? innerType].filter((part) => part !== undefined);
  if (type === 'pipe' || inner.length === 0) return [[place, schema]];
  return inner.flatMap((part) => fields(part, place));
}

// The database stores neither a NUL nor half of a surrogate pair.
const UNSTORABLE = ['\ud800', '\udc00', 'a\ud83db', '\u0000', 'a\u0000b'];

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
  const { type, shape = {}, element, innerType, options = [], items, in: inner, values } = schema.def;
  const malformed = fc.constantFrom(...MALFORMED);
  if (type === 'literal')
    return fc.oneof(malformed, fc.constantFrom(...values!), fc.constantFrom(...values!));
  if (type === 'object')
    return fc.record(Object.fromEntries(Object.entries(shape).map(([key, part]) => [key, anyInput(part)])));
  if (type === 'union') return fc.oneof(malformed, ...options.map(anyInput));
  if (type === 'array') return fc.oneof(malformed, fc.array(anyInput(element!), { maxLength: 3 }));
  if (items) return fc.oneof(malformed, fc.tuple(...items.map(anyInput)));
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

  test('refuses text that the database cannot store, in every field', () => {
    const accepting = fields(schema)
      .filter(([, field]) => UNSTORABLE.some((text) => field.safeParse(text).success))
      .map(([place]) => place);
    expect(accepting).toEqual([]);
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

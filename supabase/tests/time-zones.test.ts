import { afterAll, beforeAll, expect, test } from 'vitest';
import { isNoPlace } from '../../domain/time/place.ts';
import { isTimeZone } from '../../domain/time/zone.ts';
import type { Database } from '../../server/database/database.ts';
import { testDatabase } from '../../server/testing/test-database.ts';

let database: Database;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ database, remove } = await testDatabase());
});
afterAll(() => remove());

const OFFSETS = Array.from({ length: 41 }, (_, place) => place - 20).flatMap((hours) => {
  const offset = `${hours < 0 ? '' : '+'}${hours}`;
  return [`Etc/GMT${offset}`, `GMT${offset}`, `UTC${offset}`, offset];
});
const ODD =
  'Factory localtime posixrules posix/UTC right/UTC Etc/Unknown Mars/Base Foo/Bar-3 Z CDT EDT MDT PDT BST IST JST ACT AET AGT ART AST BET CAT CNT CST CTT EAT ECT IET MIT NET NST PLT PNT PRT PST SST VST'.split(
    ' ',
  );

async function everyName(): Promise<string[]> {
  const { rows: known } = await database.query<{ name: string }>('select name from pg_timezone_names');
  const names = [
    ...known.map(({ name }) => name),
    ...Intl.supportedValuesOf('timeZone'),
    ...OFFSETS,
    ...ODD,
  ].flatMap((name) => [name, name.toLowerCase(), name.toUpperCase()]);
  expect(names.length).toBeGreaterThan(1_000);
  return [...new Set(names)];
}

test('a time zone unknown to database or runtime is refused by both, in any case', async () => {
  const { rows } = await database.query<{ name: string; known: boolean }>(
    'select name, private.is_time_zone(name) as known from unnest($1::text[]) as name',
    [await everyName()],
  );
  expect(
    rows.filter(({ name, known: isKnown }) => isKnown !== isTimeZone(name)).map(({ name }) => name),
  ).toEqual([]);
});

test('database and runtime agree on which zones are no place where someone lives', async () => {
  const { rows } = await database.query<{ name: string; noPlace: boolean }>(
    'select name, private.is_no_place(name) as "noPlace" from unnest($1::text[]) as name',
    [await everyName()],
  );
  expect(rows.filter(({ name, noPlace }) => noPlace !== isNoPlace(name)).map(({ name }) => name)).toEqual([]);
  const none = rows.filter(({ name, noPlace }) => noPlace && isTimeZone(name)).map(({ name }) => name);
  expect(none).toEqual(expect.arrayContaining(['UTC', 'GMT', 'Etc/UTC', 'Etc/GMT+5', 'Greenwich', 'utc']));
  expect(none.filter((name) => /^(?:America|Europe|Pacific|US)\//i.test(name))).toEqual([]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { gatherPeople, REFUSED, uninvite, type People } from './people.ts';

// Anyone who calls a procedure through PostgREST can have its transaction rolled back: by a filter that
// leaves no row for a single object, or a failing cast. A count of tries is rolled back with it. So nothing
// callable by a browser counts; functions do, with the service's key, in their own transaction.

let people: People;
beforeAll(async () => {
  people = await gatherPeople();
});
afterAll(() => people.leave());

const COUNTERS = [
  'private.deletion_codes',
  'private.email_change_tries',
  'private.limits',
  'private.phone_codes',
  'private.set_up_codes',
];

/**
 * Every procedure a browser can call through PostgREST, with everything it calls, and the counters it uses.
 */
const COUNTED = `with recursive routines as (
    select oid, pronamespace::regnamespace || '.' || proname as name, prosrc from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
  ), reached as (
    select name as served, name, prosrc from routines
    where name like 'public.%' and (has_function_privilege('anon', oid, 'execute')
      or has_function_privilege('authenticated', oid, 'execute'))
    union
    select served, called.name, called.prosrc from reached
    join routines as called on strpos(reached.prosrc, called.name || '(') > 0
  )
  select distinct served as name, counter from reached, unnest($1::text[]) as counter
  where strpos(prosrc, counter) > 0 order by 1, 2`;

test('nothing callable by a browser counts tries: its caller could have the count undone', async () => {
  expect((await people.database.query(COUNTED, [COUNTERS])).rows).toEqual([]);
});

test('a procedure that counts is found, however deep', async () => {
  const { rows } = await people.database.transaction(async (query) => {
    await query(`create function private.deeper() returns integer language sql as $$ select public.take_from_limit('x', 1, 1) $$;
      create function public.guess() returns integer language sql as 'select private.deeper()'`);
    const found = await query(COUNTED, [COUNTERS]);
    await query('drop function public.guess(), private.deeper()');
    return found;
  });
  expect(rows).toEqual([{ name: 'public.guess', counter: 'private.limits' }]);
});

test('the tables that count are these', async () => {
  const { rows } = await people.database.query<{ name: string }>(
    `select distinct attrelid::regclass::text as name from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = 'private'::regnamespace and relkind = 'r' and attname ~ '(^used|tries)'
     order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(COUNTERS);
});

test('only the service asks whether an address can be changed to', async () => {
  const ask = 'select public.ask_email_change($1, $2)';
  for (const person of [people.owner, people.anonymous]) {
    expect(await person.may(ask, [people.owner.id, 'free@example.com'])).toBe(REFUSED);
  }
  expect(await people.service.may(ask, [people.owner.id, 'free@example.com'])).toBe(1);
  await uninvite(people.database, people.uninvited);
  expect(await people.service.may(ask, [people.uninvited.id, 'free@example.com'])).toBe(REFUSED);
});

/** A procedure with a code's hash as a parameter, and where it first compares one. */
const JUDGES = `select proname as name, prosrc ~ 'for update|lock_care_team' and
    least(nullif(strpos(prosrc, 'for update'), 0), nullif(strpos(prosrc, 'lock_care_team'), 0)) < nullif(strpos(prosrc, 'code_hash = '), 0)
    as "isLocked"
  from pg_proc where pronamespace = 'public'::regnamespace and 'p_code_hash' = any (proargnames) and prosrc ~ 'wrong_tries' order by 1`;

test('a code is checked once its row is locked: of many concurrent wrong ones the fifth is the last', async () => {
  const { rows } = await people.database.query(JUDGES);
  expect(rows).toEqual([
    { name: 'ask_deletion_code', isLocked: false }, // makes one
    { name: 'ask_phone_code', isLocked: false },
    { name: 'confirm_deletion', isLocked: true },
    { name: 'confirm_phone', isLocked: true },
    { name: 'team_set_up', isLocked: true },
  ]);
});

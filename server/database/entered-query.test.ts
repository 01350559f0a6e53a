import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ORDINARY } from '../testing/global-setup.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createDatabase, type Database } from './database.ts';
import type { Caller } from './query-types.ts';

let server: TestServer;
/** One connection, so that whatever a request leaves behind meets the next one. */
let database: Database;

const VISITOR: Caller = { role: 'anon', claims: '{"role":"anon"}', userId: null, sessionId: null };
const SIGNED_OUT: Caller = {
  role: 'authenticated',
  claims: '{"role":"authenticated"}',
  userId: null,
  sessionId: '00000000-0000-4000-8000-000000000000',
};
const WHO = {
  text: `select current_user::text as who, current_setting('request.jwt.claims', true) as claims`,
};

beforeAll(async () => {
  server = await startTestServer();
  database = createDatabase(server.databaseUrl, { connections: 1 });
  await database.query(`
    create table public.notes (id integer unique deferrable initially deferred);
    grant all on public.notes to anon, authenticated, service_role`);
});
beforeEach(async () => {
  await database.query('truncate public.notes');
});
afterAll(async () => {
  await database.end();
  await server.stop();
});

const refuse = () => {
  throw new Error('not this one');
};
const insert = (id: number) => ({ text: 'insert into public.notes values ($1) returning id', values: [id] });
const notes = async () => (await database.query('select id from public.notes order by id')).rows;

test('a statement runs as the caller, and the connection is the server’s again afterwards', async () => {
  expect((await database.asCaller(VISITOR, WHO)).rows).toEqual([{ who: 'anon', claims: VISITOR.claims }]);
  const { rows } = await database.query(WHO.text);
  expect(rows).toEqual([{ who: ORDINARY.name, claims: '' }]);
});

test('a statement of someone who has signed out does not run at all', async () => {
  for (const options of [{}, { decide: () => 'commit' as const }]) {
    await expect(database.asCaller(SIGNED_OUT, insert(1), options)).rejects.toMatchObject({ code: 'PT401' });
    await expect(
      database.asCaller(SIGNED_OUT, { ...insert(1), name: 'named' }, options),
    ).rejects.toMatchObject({ code: 'PT401' });
  }
  expect(await notes()).toEqual([]);
  await database.asCaller(VISITOR, { ...insert(2), name: 'named' });
  expect(await notes()).toEqual([{ id: 2 }]);
});

test('a function with its own rights does not run for someone who has signed out either', async () => {
  const service: Caller = { ...VISITOR, role: 'service_role', sessionId: SIGNED_OUT.sessionId };
  await expect(database.asCaller(service, insert(1))).rejects.toMatchObject({ code: 'PT401' });
  expect(await notes()).toEqual([]);
  expect((await database.asCaller({ ...service, sessionId: null }, insert(1))).rows).toEqual([{ id: 1 }]);
});

test('a read cannot write, and the next request can', async () => {
  await expect(database.asCaller(VISITOR, insert(1), { readOnly: true })).rejects.toMatchObject({
    code: '25006',
  });
  await database.asCaller(VISITOR, insert(2));
  expect(await notes()).toEqual([{ id: 2 }]);
});

test('a failing statement, named or not, parsed or not, leaves the connection usable', async () => {
  const broken = { text: 'select nothing from public.notes', name: 'broken' };
  const wrong = { text: 'select $1::integer', values: ['x'], name: 'wrong' };
  for (let i = 0; i < 2; i++) {
    await expect(database.asCaller(VISITOR, broken)).rejects.toMatchObject({ code: '42703' });
    await expect(database.asCaller(VISITOR, wrong)).rejects.toMatchObject({ code: '22P02' });
  }
  expect((await database.asCaller(VISITOR, { ...wrong, values: ['7'] })).rows).toEqual([{ int4: 7 }]);
});

test('an error found only at commit is a failure, not an answer', async () => {
  await database.asCaller(VISITOR, insert(1));
  await expect(database.asCaller(VISITOR, insert(1))).rejects.toMatchObject({ code: '23505' });
  expect(await notes()).toEqual([{ id: 1 }]);
});

test('the decision counts: commit, rollback, or an error of its own', async () => {
  await database.asCaller(VISITOR, insert(1), { decide: () => 'commit' });
  await database.asCaller(VISITOR, insert(2), { decide: () => 'rollback' });
  await expect(database.asCaller(VISITOR, insert(3), { decide: refuse })).rejects.toThrow('not this one');
  expect(await notes()).toEqual([{ id: 1 }]);
});

test('many concurrent requests on one connection each get their own answer', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, i) => {
      const { rows } = await database.asCaller(VISITOR, {
        text: 'select $1::int as i',
        values: [i],
        name: 'i',
      });
      return rows[0]!['i'];
    }),
  );
  expect(answers).toEqual(Array.from({ length: 50 }, (_, i) => i));
});

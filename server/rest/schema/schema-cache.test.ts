import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '../../testing/test-server.ts';
import { send, signInPatient, startProbeServer, type Patient } from '../testing.ts';

let server: TestServer;
let ann: Patient;

beforeAll(async () => {
  server = await startProbeServer();
  ann = await signInPatient(server, 'ann@example.com');
});
afterAll(() => server.stop());

const get = (path: string) => send(server, ann.token, path);

test('a table created later is found', async () => {
  expect((await get('later')).status).toBe(404);
  await server.database.query('create table public.later (id integer); insert into public.later values (1)');
  await expect.poll(async () => (await get('later')).text, { timeout: 5_000 }).toBe('[{"id":1}]');
});

test('a column added later is in the result of an already prepared statement', async () => {
  for (let i = 0; i < 3; i++) await get('later');
  await server.database.query("alter table public.later add column extra text default 'x'");
  expect((await get('later')).text).toBe('[{"id":1,"extra":"x"}]');
  await expect.poll(async () => (await get('later?extra=eq.x')).status, { timeout: 5_000 }).toBe(200);
});

test('later grants and revokes count', async () => {
  expect((await get('secrets')).status).toBe(403);
  await server.database.query('grant select on public.secrets to authenticated');
  await expect.poll(async () => (await get('secrets')).status, { timeout: 5_000 }).toBe(200);
  await server.database.query('revoke select on public.secrets from authenticated');
  expect((await get('secrets')).json).toMatchObject({ code: '42501' });
});

test('a dropped column is refused by the database', async () => {
  await get('pairs?label=eq.x');
  await server.database.query('alter table public.pairs drop column label');
  const reply = await get('pairs?label=eq.x');
  expect([reply.status, reply.json]).toMatchObject([400, { code: '42703' }]);
});

test('many requests for missing objects read the schema at most once a second', async () => {
  const { query } = server.database;
  let readings = 0;
  server.database.query = (text, values) => {
    if (text.includes('pg_class')) readings++;
    return query(text, values);
  };
  const start = performance.now();
  for (let batch = 0; batch < 6; batch++)
    await Promise.all(Array.from({ length: 50 }, (_, i) => get(`nothing${batch}_${i}`)));
  server.database.query = query;
  expect(readings).toBeLessThanOrEqual(1 + (performance.now() - start) / 1_000);
});

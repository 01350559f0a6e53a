import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../database/query-types.ts';
import { connectAsSuperuser } from '../testing/test-database.ts';
import { listStatement } from './routes/list.ts';
import { patient, startFileServer, type FileServer, type Person } from './testing/file-server.ts';

let server: FileServer;
let ann: Person;
beforeAll(async () => {
  server = await startFileServer();
  ann = await patient(server, 'ann@example.com');
  // A connection of its own: filling a table may take longer than a patient's request may.
  const filling = await connectAsSuperuser(server.database);
  await filling.query('set session_replication_role = replica');
  await filling.query(
    `insert into storage.objects (bucket_id, name, version)
     select 'documents', coalesce(case when i % 10000 = 0 then $1 end, gen_random_uuid()::text) || '/' || i || '.pdf', i::text
     from generate_series(1, 100000) i`,
    [ann.id],
  );
  await filling.query('analyze storage.objects');
  await filling.end();
});
afterAll(() => server.stop());

const planOf = async (text: string, values: unknown[]) => {
  const { rows } = await server.database.query<{ session_id: string }>(
    'select id as session_id from auth.sessions where user_id = $1',
    [ann.id],
  );
  const claims = JSON.stringify({ sub: ann.id, role: 'authenticated' });
  const caller: Caller = { role: 'authenticated', claims, userId: ann.id, sessionId: rows[0]!.session_id };
  const plan = await server.database.asCaller(caller, { text: `explain ${text}`, values });
  return plan.rows.map((row) => row['QUERY PLAN']).join('\n');
};

test('among 100,000 documents a patient’s folder is found by the index', async () => {
  const sortBy = { column: 'name', order: 'asc' } as const;
  const { text, values } = listStatement('documents', `${ann.id}/`, {
    search: '',
    limit: 100,
    offset: 0,
    sortBy,
  });
  const plan = await planOf(text, values!);
  expect(plan).toContain('idx_objects_bucket_id_name');
  expect(plan).not.toContain('Seq Scan on objects');
  expect((await ann.files.from('documents').list(ann.id)).data).toHaveLength(10);
});

test('and so is one document', async () => {
  const values = ['documents', `${ann.id}/10000.pdf`];
  const plan = await planOf('select id from storage.objects where bucket_id = $1 and name = $2', values);
  expect(plan).toContain('Index Scan using bucketid_objname');
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/database/database.ts';
import { testDatabase } from '../../server/testing/test-database.ts';
import { join, REFUSED, type Patient } from './people.ts';

// Files as Supabase's Storage asks for them: in the caller's role, having said what is being done.

const OBJECTS = 150_000;
const PLACEHOLDER = '.emptyFolderPlaceholder';

let database: Database;
let remove: () => Promise<void>;
let owner: Patient;
beforeAll(async () => {
  ({ database, remove } = await testDatabase('supabase'));
  owner = await join(database, 'owner', { consented: true });
  // A connection of its own: filling a table may take longer than a patient's request may.
  const client = await database.connect();
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into storage.objects (bucket_id, name)
     select 'documents', md5((number % 15000)::text)::uuid || '/' || number || '.pdf'
     from generate_series(1, ${OBJECTS}) as number`,
  );
  await client.query('set session_replication_role = default');
  for (const name of ['a.pdf', 'B.pdf', 'letters/c.pdf', `empty/${PLACEHOLDER}`, PLACEHOLDER])
    await client.query(`insert into storage.objects (bucket_id, name) values ('documents', $1)`, [
      `${owner.id}/${name}`,
    ]);
  await client.query(`insert into storage.objects (bucket_id, name) values ('guides', 'guide.pdf')`);
  await client.query('analyze storage.objects');
  await client.end();
});
afterAll(() => remove());

/** One request of Storage's: the caller's role and claims, the operation's name, and its question. */
const asked = (text: string, operation: string, role = 'authenticated') =>
  database.transaction(async (query) => {
    await query(`set local role ${role}`);
    await query(
      `select set_config('request.jwt.claims', $1, true), set_config('storage.operation', $2, true)`,
      [role === 'authenticated' ? owner.caller.claims : JSON.stringify({ role }), operation],
    );
    return (await query(text)).rows;
  });

/** How Storage looks for the next entry of a folder, and for its files. */
const listing = (folder: string, rows: number) =>
  `select name from storage.objects
   where bucket_id = 'documents' and lower(name) collate "C" >= '${folder}/' and lower(name) collate "C" < '${folder}0'
   order by lower(name) collate "C" limit ${rows}`;

type Node = {
  'Node Type': string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Rows Removed by Filter'?: number;
  'Actual Rows': number;
  Plans?: Node[];
};
const flatten = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flatten)];

test.each([1, 200])(
  'among 150,000 objects a folder’s first %i entries are found by an index',
  async (rows) => {
    const [plan] = await asked(
      `explain (analyze, format json) ${listing(owner.id, rows)}`,
      'storage.object.list',
    );
    const scans = flatten((plan!['QUERY PLAN'] as { Plan: Node }[])[0]!.Plan).filter((node) =>
      node['Node Type'].includes('Scan'),
    );
    const scan = scans.find(
      (node) => node['Index Name'] !== undefined && node['Index Cond']?.includes('name'),
    );
    expect(scan).toMatchObject({ 'Index Name': 'idx_objects_bucket_id_name' });
    expect(scan!['Index Cond']).toMatch(/\(\(?name\)?(::text)? > .* AND \(\(?name\)?(::text)? < /);
    for (const node of scans) expect(node['Rows Removed by Filter'] ?? 0).toBeLessThan(10);
  },
);

test('a patient’s own folder is listed without placeholders, and another’s is empty', async () => {
  const names = async (folder: string) =>
    (await asked(listing(folder, 100), 'storage.object.list')).map((row) => row['name']);
  expect(await names(owner.id)).toEqual(
    ['a.pdf', 'B.pdf', 'letters/c.pdf'].map((name) => `${owner.id}/${name}`),
  );
  const { rows } = await database.query<{ folder: string }>(
    `select split_part(name, '/', 1) as folder from storage.objects where name like '%/7.pdf'`,
  );
  expect(await names(rows[0]!.folder)).toEqual([]);
});

test.each(['storage.object.sign', 'storage.object.sign_many', 'object.sign', 'object.sign_many'])(
  'only the service may %s',
  async (operation) => {
    const own = `select name from storage.objects where bucket_id = 'documents' and name = '${owner.id}/a.pdf'`;
    const guide = `select name from storage.objects where bucket_id = 'guides'`;
    expect(await asked(own, 'storage.object.get_authenticated')).toHaveLength(1);
    expect(await asked(own, operation)).toEqual([]);
    expect(await asked(guide, operation)).toEqual([]);
    expect(await asked(guide, operation, 'anon')).toEqual([]);
    expect(await asked(own, operation, 'service_role')).toHaveLength(1);
  },
);

/** Leaves a picture for a message, as Storage does for this operation. */
const upload = (operation: string) =>
  asked(
    `insert into storage.objects (bucket_id, name) values ('message-uploads', '${owner.id}/${randomUUID()}')`,
    operation,
  ).then(
    () => 'stored',
    (error: { code: string }) => error.code,
  );

// The number of files is checked when a link is signed or an upload is opened, but not when it is used.
test.each([
  'storage.object.sign_upload_url',
  'object.sign_upload_url',
  'storage.object.upload_signed',
  'storage.tus.upload.create',
  'storage.s3.upload.create_multipart',
])('a patient cannot get around the upload limit by %s', async (operation) => {
  expect(await upload(operation)).toBe(REFUSED);
});

test('only the service lists guides', async () => {
  const guides = `select name from storage.objects where bucket_id = 'guides'`;
  for (const role of ['anon', 'authenticated'])
    expect(await asked(guides, 'storage.object.list', role)).toEqual([]);
  expect(await asked(guides, 'storage.object.list', 'service_role')).toHaveLength(1);
});

test('the export and the access log leave out placeholders, and account deletion includes them', async () => {
  const { rows } = await database.query(`select public.export_my_data($1) -> 'documents' as files`, [
    owner.id,
  ]);
  const files = rows[0]!['files'] as { name: string }[];
  expect(files.map((file) => file.name).filter((name) => name.includes(PLACEHOLDER))).toEqual([]);
  expect(files).toHaveLength(3);
  const { rows: lines } = await database.query(
    `select from public.audit_log where kind = 'documents' and subject_id = $1`,
    [owner.id],
  );
  expect(lines).toHaveLength(3);
  const { rows: all } = await database.query('select from private.files_of($1)', [owner.id]);
  expect(all).toHaveLength(5);
});

test('a patient uploads 24 files, and not one more', async () => {
  for (let n = 0; n < 24; n += 1)
    expect(await upload(n % 2 ? 'storage.object.upload' : 'object.upload')).toBe('stored');
  expect(await upload('storage.object.upload')).toBe(REFUSED);
});

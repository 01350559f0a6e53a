import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { knownVersions } from '../database/migrate.ts';
import { testDatabase } from '../testing/test-database.ts';
import { BadBackup, type Line } from './archive.ts';
import { filesOf } from './supabase-files.ts';
import { moveToSupabase } from './to-supabase.ts';

const VERSION = '11111111-1111-4111-8111-111111111111';
const OTHER = '22222222-2222-4222-8222-222222222222';

/** A project that records what it is asked with the secret key, and answers each upload with a status. */
async function project(answers: (url: string) => number = () => 200) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    request.resume().on('end', () => response.writeHead(answers(request.url!)).end('{}'));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const { database, remove } = await testDatabase('supabase');
  onTestFinished(remove);
  await database.query(
    'insert into supabase_migrations.schema_migrations (version) select unnest($1::text[])',
    [await knownVersions()],
  );
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const target = { url, key: 'SECRET-KEY' };
  return { asked, database, target, move: (path: string) => moveToSupabase(database, target, path) };
}

type File = { version?: string; bucket?: string; name?: string; metadata?: string };

async function backupOf(files: File[], more: Line[] = []): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bea-hostile-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const rows = files.map(({ version = VERSION, bucket = 'documents', name = 'a.pdf', metadata = '{}' }) => [
    version,
    bucket,
    name,
    metadata,
  ]);
  const lines: unknown[] = [
    { format: 'bea-portal-backup 1', madeAt: new Date(0).toISOString(), migrations: await knownVersions() },
    { table: 'storage.objects', columns: ['version', 'bucket_id', 'name', 'metadata'] },
    { rows },
    ...files.flatMap(({ version = VERSION }) => [{ file: version }, { bytes: 'e30=' }]),
    ...more,
    { end: { tables: 1, rows: rows.length, files: files.length, missingFiles: 0 } },
  ];
  const path = join(folder, 'hostile.backup');
  await writeFile(path, gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
  return path;
}

const GOOD: File = { version: OTHER, name: 'good.pdf' };
const HOSTILE: [string, File][] = [
  ['a name that leads to another endpoint', { name: '../../../../auth/v1/admin/users' }],
  ['a name that leads nowhere', { name: 'a//b.pdf' }],
  ['a name with a break', { name: 'a\r\nx.pdf' }],
  ['a bucket that leads to another endpoint', { bucket: '..', name: 'auth/v1/admin/users' }],
  ['a bucket that is not there', { bucket: 'elsewhere' }],
  ['a version that is a path', { version: '../../x' }],
  ['a type that is another header', { metadata: '{"mimetype":"a/b\\r\\nx: y"}' }],
  ['metadata that is none', { metadata: '{' }],
];

test.each(HOSTILE)('a backup with %s is refused before anything is sent', async (_, file) => {
  const { asked, move } = await project();
  await expect(move(await backupOf([GOOD, file]))).rejects.toThrow(BadBackup);
  expect(asked).toEqual([]);
});

test.each<[string, Line[]]>([
  ['a table that is not there', [{ table: 'public.elsewhere', columns: ['id'] }]],
  ['a column that is not there', [{ table: 'public.customers', columns: ['user_id, customer_email'] }]],
  ['a file that no row names', [{ file: '33333333-3333-4333-8333-333333333333' }]],
])('so is one with %s', async (_, more) => {
  const { asked, move } = await project();
  await expect(move(await backupOf([GOOD], more))).rejects.toThrow(BadBackup);
  expect(asked).toEqual([]);
});

test('when storage refuses a file, the earlier ones are removed and no row arrives', async () => {
  const { asked, database, move } = await project((url) => (url.endsWith('second.pdf') ? 507 : 200));
  const files = [{ ...GOOD, name: 'a folder/first & more.pdf' }, { name: 'second.pdf' }];
  await expect(move(await backupOf(files))).rejects.toThrow('storage answered 507 to an upload');
  expect(asked).toEqual([
    'POST /storage/v1/object/documents/a%20folder/first%20%26%20more.pdf',
    'POST /storage/v1/object/documents/second.pdf',
    'DELETE /storage/v1/object/documents',
  ]);
  expect((await database.query('select from auth.users')).rows).toEqual([]);
});

test('on the way back, too, a name in the project’s own table leads to no other endpoint', async () => {
  const { asked, database, target } = await project();
  await database.query(
    `insert into storage.objects (bucket_id, name, version) values ('documents', '../../../auth/v1/admin/users', $1)`,
    [VERSION],
  );
  await expect(filesOf(database.query, target).get(VERSION)).rejects.toThrow(BadBackup);
  expect(asked).toEqual([]);
});

import { constants } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createDatabase } from '../database/database.ts';
import { knownVersions } from '../database/migrate.ts';
import { createDiskStore } from '../storage/stores/disk-store.ts';
import { testDatabase } from '../testing/test-database.ts';
import { times } from '../testing/times.ts';
import { BadBackup, readArchive } from './archive.ts';
import { backUp } from './back-up.ts';
import { MAX_LINE_LENGTH, MAX_VALUES_PER_LINE } from './json-lines.ts';
import { restore } from './restore.ts';

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'bea-hostile-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

async function openClinic() {
  const { url, remove } = await testDatabase();
  const database = createDatabase(url, { connections: 1 });
  const path = await mkdtemp(join(tmpdir(), 'bea-hostile-'));
  return {
    database,
    store: createDiskStore(path),
    close: async () => {
      await database.end();
      await remove();
      await rm(path, { recursive: true });
    },
  };
}

async function clinic() {
  const opened = await openClinic();
  onTestFinished(opened.close);
  return opened;
}

/** A refused restore leaves it unchanged, so one is enough for all of them. */
let untouched: Awaited<ReturnType<typeof openClinic>>;
beforeAll(async () => {
  untouched = await openClinic();
  await untouched.database.query(
    `insert into public.invitations (email, first_name, last_name) values ('only@example.com', 'Only', 'Here')`,
  );
});
afterAll(() => untouched.close());

async function fileOf(zipped: Buffer): Promise<string> {
  const path = join(await folder(), 'hostile.backup');
  await writeFile(path, zipped);
  return path;
}

const backupOf = (lines: unknown[]): Promise<string> =>
  fileOf(gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));

async function readAll(path: string): Promise<void> {
  for await (const line of readArchive(path)) expect(line).toBeTypeOf('object');
}

const header = async () => ({
  format: 'bea-portal-backup 1',
  madeAt: new Date(0).toISOString(),
  migrations: await knownVersions(),
});
const TABLE = { table: 'public.invitations', columns: ['email', 'first_name', 'last_name'] };
const ROWS = { rows: [['a@example.com', 'A', 'B']] };
const end = (counts: object = {}) => ({ end: { tables: 0, rows: 0, files: 0, missingFiles: 0, ...counts } });

const AUDIT_LOG = {
  table: 'public.audit_log',
  columns: ['id', 'actor_role', 'action', 'kind', 'subject_id'],
};
const READ = ['patient', 'read', 'notes', crypto.randomUUID()];

const BAD_LINES: [string, unknown[]][] = [
  ['rows that belong to no table', [ROWS, end({ rows: 1 })]],
  ['bytes that belong to no file', [{ bytes: 'e30=' }, end()]],
  ['a line that is null', [null, end()]],
  ['a line that is a list', [[], end()]],
  ['a line of an unknown kind', [{ surprise: 1 }, end()]],
  ['rows that are no list', [TABLE, { rows: 5 }, end({ tables: 1 })]],
  ['a row that is no list', [TABLE, { rows: ['a@example.com'] }, end({ tables: 1 })]],
  ['a cell that is no text', [TABLE, { rows: [[1, 2, 3]] }, end({ tables: 1, rows: 1 })]],
  ['a row with too few cells', [TABLE, { rows: [['a@example.com', 'A']] }, end({ tables: 1, rows: 1 })]],
  [
    'a row with too many cells',
    [TABLE, { rows: [['a@example.com', 'A', 'B', 'C']] }, end({ tables: 1, rows: 1 })],
  ],
  [
    'a sequence that is used up',
    [{ sequence: 'public.audit_log_id_seq', lastValue: '9223372036854775807' }, end()],
  ],
  ['a sequence that is no number', [{ sequence: 'public.audit_log_id_seq', lastValue: '1; drop' }, end()]],
  [
    'a row whose number is the last one',
    [AUDIT_LOG, { rows: [['9223372036854775807', ...READ]] }, end({ tables: 1, rows: 1 })],
  ],
  [
    'a file whose version is a path',
    [
      { table: 'storage.objects', columns: ['bucket_id', 'name', 'version'] },
      { rows: [['documents', 'a.pdf', '../../../../etc/passwd']] },
      end({ tables: 1, rows: 1 }),
    ],
  ],
  [
    'a file without a version',
    [
      { table: 'storage.objects', columns: ['bucket_id', 'name'] },
      { rows: [['documents', 'a.pdf']] },
      end({ tables: 1, rows: 1 }),
    ],
  ],
  ['an end without its counts', [{ end: null }]],
  ['rows behind its end', [TABLE, end({ tables: 1 }), ROWS]],
  ['a second end', [end({ rows: 1 }), end()]],
];
// Each creates all tables again before it is refused.
const FEW = BAD_LINES.filter((_, at) => at % 3 === 0);

test.each(times(FEW, BAD_LINES))('a backup with %s is refused, and existing data stays', async (_, lines) => {
  const { database, store } = untouched;
  const path = await backupOf([await header(), ...lines]);
  await expect(restore(database, store, path, { force: true })).rejects.toThrow(BadBackup);
  expect((await database.query('select email from public.invitations')).rows).toEqual([
    { email: 'only@example.com' },
  ]);
});

test.each<[string, unknown]>([
  ['null', null],
  ['no migrations', { format: 'bea-portal-backup 1', madeAt: '' }],
  ['migrations that are no list', { format: 'bea-portal-backup 1', madeAt: '', migrations: 'all' }],
  ['another format', { format: 'another 1', madeAt: '', migrations: [] }],
])('so is one whose first line has %s', async (_, first) => {
  const { database, store } = untouched;
  await expect(restore(database, store, await backupOf([first, end()]), { force: true })).rejects.toThrow(
    BadBackup,
  );
});

test('a line that would fill the memory is refused before it is complete', async () => {
  // As one string, it would exceed the maximum length and fail with a language error.
  const part = gzipSync(Buffer.alloc(MAX_LINE_LENGTH / 8, 'a'), { level: 1 });
  const parts = Math.ceil((constants.MAX_STRING_LENGTH + 1) / (MAX_LINE_LENGTH / 8));
  const path = await fileOf(Buffer.concat(Array.from({ length: parts }, () => part)));
  await expect(readAll(path)).rejects.toThrow('a line that is too long');
});

test.each([
  ['empty rows', '{"rows":[', '[],'],
  ['lists in lists', '', '['],
  ['fields', '{', '"":0,'],
])('a line of %s is refused before it is parsed', async (_, beginning, value) => {
  // Unterminated: parsing it would be another error.
  const first = `${JSON.stringify(await header())}\n`;
  const path = await fileOf(gzipSync(first + beginning + value.repeat(MAX_VALUES_PER_LINE + 1)));
  await expect(readAll(path)).rejects.toThrow('too many values');
});

test('commas and brackets in a text are not values, whatever is escaped in it', async () => {
  const text = '\\",[{'.repeat(MAX_VALUES_PER_LINE);
  const lines = [await header(), TABLE, { rows: [[text, null, '\\']] }, end({ tables: 1, rows: 1 })];
  await readAll(await backupOf(lines));
});

test('a sequence that is behind its rows, or missing, continues after them', async () => {
  const { database, store } = await clinic();
  const lines = [await header(), AUDIT_LOG, { rows: [['41', ...READ]] }, end({ tables: 1, rows: 1 })];
  await restore(database, store, await backupOf(lines), { force: true });
  const { rows } = await database.query(`select nextval('public.audit_log_id_seq') as next`);
  expect(rows).toEqual([{ next: '42' }]);
});

test.each([
  ['a pipe', async (path: string) => void execFileSync('mkfifo', [path])],
  ['a device', async () => {}, '/dev/zero'],
])('%s is refused right away, without waiting', async (_, make, device?: string) => {
  const path = device ?? join(await folder(), 'pipe');
  await make(path);
  await expect(readAll(path)).rejects.toThrow(`${path} cannot be read: it is not a regular file`);
});

test('a text with any line break comes back unchanged', async () => {
  const breaks = 'a\nb\r\nc\rd\u2028e\u2029f\u0085g';
  const [source, target] = [await clinic(), await clinic()];
  await source.database.query(
    `insert into portal_server.facts (name, value) values ('breaks', to_jsonb($1::text))`,
    [breaks],
  );
  const path = join(await folder(), 'portal.backup');
  await backUp(source.database, source.store, path);
  await restore(target.database, target.store, path);
  const { rows } = await target.database.query(`select value from portal_server.facts where name = 'breaks'`);
  expect(rows).toEqual([{ value: breaks }]);
});

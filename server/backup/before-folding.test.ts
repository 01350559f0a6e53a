import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { signIn } from '../auth/testing/patients.ts';
import { createDatabase, type Database } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { createDiskStore } from '../storage/stores/disk-store.ts';
import { testDatabase } from '../testing/test-database.ts';
import { startTestServer } from '../testing/test-server.ts';
import { readArchive, type Header, type Line } from './archive.ts';
import { backUp } from './back-up.ts';
import { withTodaysTableNames } from './renamed-tables.ts';
import { restore } from './restore.ts';

// A clinic's data, written by the last version before migrations were folded: its own `npm run backup`.
const BEFORE = join(import.meta.dirname, 'testing/before-folding.backup');
const HISTORY = 'select version from supabase_migrations.schema_migrations order by version';

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'bea-before-folding-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

/** An empty clinic of this version; only one connection, as a restore wants nobody else there. */
async function clinic() {
  const { url, remove } = await testDatabase();
  onTestFinished(remove);
  const dataFolder = await folder();
  const database = createDatabase(url, { connections: 1 });
  onTestFinished(() => database.end());
  return { url, dataFolder, database, store: createDiskStore(join(dataFolder, 'storage')) };
}

async function linesOf(path: string): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const line of withTodaysTableNames(readArchive(path))) lines.push(line);
  return lines;
}

const headerIn = (lines: Line[]) => lines[0] as Header;

const columnsIn = (lines: Line[]): Record<string, string[]> =>
  Object.fromEntries(lines.flatMap((line) => ('table' in line ? [[line.table, line.columns]] : [])));

/**
 * Every table's rows, whatever their order; but for what the server notes about itself, and tables and columns that came
 * after `known`.
 */
function rowsIn(lines: Line[], known: Record<string, string[]>): Record<string, string[]> {
  const tables: Record<string, string[]> = {};
  let rows: string[] = [];
  let columns: string[] = [];
  let kept: string[] = [];
  for (const line of lines) {
    if ('table' in line) {
      columns = line.columns;
      kept = known[line.table] ?? [];
      rows = tables[line.table] = [kept.join()];
    } else if ('rows' in line) {
      rows.push(
        ...line.rows.map((row) => JSON.stringify(kept.map((column) => row[columns.indexOf(column)]))),
      );
    }
  }
  delete tables['portal_server.facts'];
  return Object.fromEntries(
    Object.entries(tables)
      .filter(([name]) => name in known)
      .map(([name, found]) => [name, found.sort()]),
  );
}

/** As if the last version before migrations were folded had made it. */
async function makeUnfolded({ query }: Database): Promise<void> {
  await query('delete from supabase_migrations.schema_migrations');
  await query('insert into supabase_migrations.schema_migrations (version) select unnest($1::text[])', [
    headerIn(await linesOf(BEFORE)).migrations,
  ]);
}

test('a backup of the version before loses no row and no file, and its history is that of today', async () => {
  const { database, store } = await clinic();
  const { rows: today } = await database.query(HISTORY);
  const counts = await restore(database, store, BEFORE);
  expect(counts).toMatchObject({ tables: 38, files: 1, missingFiles: 0 });
  expect((await database.query(HISTORY)).rows).toEqual(today);
  expect(await migrate(database)).toEqual([]);

  const again = join(await folder(), 'again.backup');
  await backUp(database, store, again);
  const [before, after] = [await linesOf(BEFORE), await linesOf(again)];
  const known = columnsIn(before);
  const kept = rowsIn(after, known);
  // The one bucket that has come since.
  kept['storage.buckets'] = kept['storage.buckets']!.filter((row) => !row.startsWith('["message-uploads"'));
  expect(kept).toEqual(rowsIn(before, known));
  expect(rowsIn(after, known)['public.test_results']!.length).toBeGreaterThan(5);
  const filesOf = (lines: Line[]) => lines.filter((line) => 'file' in line || 'bytes' in line);
  expect(filesOf(after)).toEqual(filesOf(before));
});

test('its patients sign in and find what they left: results, answers, consents, an appointment and a letter', async () => {
  const { database, store, url, dataFolder } = await clinic();
  await restore(database, store, BEFORE);
  const server = await startTestServer({ DATA_DIR: dataFolder }, { database: { url } });
  onTestFinished(() => server.stop());

  const { client, session } = await signIn(server, 'cycle2@example.com');
  const { id } = session.user;
  const { data: results } = await client.from('test_results').select('result').order('taken_at');
  expect(results!.at(-1)).toEqual({ result: 'High (Rising LH)' });
  const { data: answers } = await client.from('survey_responses').select('survey, answers');
  expect(answers).toEqual([{ survey: 'before-treatment', answers: { response: 'confident' } }]);
  const { data: record } = await client.from('customers').select('research_consent, sms_consent').single();
  expect(record).toEqual({ research_consent: false, sms_consent: false });
  const { data: letter } = await client.storage.from('documents').download(`${id}/letter.pdf`);
  expect(await letter!.text()).toContain('the letter, corrected');

  const { session: other } = await signIn(server, 'stage3@example.com');
  const { rows: booked } = await server.database.query(
    `select name, status, starts_at = '2026-11-17T14:30:00Z' as is_at_its_time from public.calls where user_id = $1`,
    [other.user.id],
  );
  expect(booked).toEqual([{ name: 'Clinical Coach Support Call', status: 'booked', is_at_its_time: true }]);
  // The rules still hold: nobody takes back another patient's result, and nobody comes in uninvited.
  expect((await client.from('test_results').delete().eq('user_id', other.user.id).select()).data).toEqual([]);
  await expect(
    server.database.query(`insert into auth.users (email) values ('nobody@example.com')`),
  ).rejects.toThrow('not authorized');
});

test('a database of the version before is carried over in its place', async () => {
  const { database, store } = await clinic();
  await database.query(
    `insert into public.invitations (email, first_name, last_name) values ('only@example.com', 'Only', 'Here')`,
  );
  await makeUnfolded(database);
  await expect(migrate(database)).rejects.toThrow('npm run restore -- FILE --force');
  await expect(restore(database, store, BEFORE)).rejects.toThrow('There is data here');
  await restore(database, store, BEFORE, { force: true });
  expect(await migrate(database)).toEqual([]);
  const { rows } = await database.query(`select from auth.users where email = 'cycle2@example.com'`);
  expect(rows).toHaveLength(1);
});

test('a backup from earlier still is refused, and the words say what to do', async () => {
  const { database, store } = await clinic();
  const [header, ...rest] = gunzipSync(await readFile(BEFORE))
    .toString()
    .split('\n');
  const { migrations, ...more } = JSON.parse(header!) as Header;
  const file = join(await folder(), 'earlier.backup');
  const earlier = JSON.stringify({ ...more, migrations: migrations.slice(0, -1) });
  await writeFile(file, gzipSync([earlier, ...rest].join('\n')));
  await expect(restore(database, store, file)).rejects.toThrow(
    'only a backup by the last version before migrations were folded can be restored',
  );
  expect((await database.query('select from auth.users')).rows).toEqual([]);
});

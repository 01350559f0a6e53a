import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sayNotRun } from '../../server/testing/not-run.ts';

const ROOT = join(import.meta.dirname, '../..');
const MIGRATIONS = 'supabase/migrations';

/** Edited on the day they were written, before this test existed and before anything was released. */
const EDITED_BEFORE = [
  '20261118000000_baseline.sql',
  '20261119112100_calendar_feeds.sql',
  '20261119114500_guest_of_a_call.sql',
];

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 1e8 });

/** The commit that last added each migration: its day, and the id of the text. */
function additions(folder: string): Map<string, { day: string; blob: string }> {
  const log = git(
    folder,
    'log',
    '--reverse',
    '--diff-filter=A',
    '--no-renames',
    '--raw',
    '--no-abbrev',
    '--format=%cI',
    '--',
    MIGRATIONS,
  );
  const found = new Map<string, { day: string; blob: string }>();
  let day = '';
  for (const line of log.split('\n')) {
    const added = /^:\S+ \S+ \S+ (\S+) A\t.*\/(.+)$/.exec(line);
    if (added) found.set(added[2]!, { day, blob: added[1]! });
    else if (line) day = new Date(line).toISOString().replaceAll('-', '').slice(0, 8);
  }
  return found;
}

/** Committed migrations that were edited since, or are dated after their commit. */
function problems(folder: string): string[] {
  const files = git(folder, 'ls-files', MIGRATIONS).split('\n').filter(Boolean);
  const blobs = git(folder, 'hash-object', '--no-filters', ...files).split('\n');
  const added = additions(folder);
  const found: string[] = [];
  for (const [at, path] of files.entries()) {
    const file = path.split('/').at(-1)!;
    const first = added.get(file);
    if (!first) continue;
    if (first.blob !== blobs[at]) found.push(`${file} was edited after it was committed`);
    if (file.slice(0, 8) > first.day) found.push(`${file} is dated after its commit of ${first.day}`);
  }
  return found;
}

test('no committed migration was edited or dated ahead', async (context) => {
  if (spawnSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT }).status !== 0) {
    await sayNotRun(context, 'There is no git history here: whether a migration was edited is not checked');
    return;
  }
  const found = problems(ROOT);
  expect(found.filter((problem) => !EDITED_BEFORE.some((file) => problem.startsWith(file)))).toEqual([]);
});

test('an edited migration and one from tomorrow are found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, MIGRATIONS), { recursive: true });
  const write = (name: string) => writeFileSync(join(folder, MIGRATIONS, name), 'select 1;\n');
  const files = ['20260101000000_kept.sql', '20260101000001_edited.sql', '29990101000000_ahead.sql'];
  for (const file of files) write(file);
  git(folder, 'init', '--quiet');
  git(folder, 'add', '.');
  git(
    folder,
    '-c',
    'user.name=Robin',
    '-c',
    'user.email=robin@example.com',
    'commit',
    '--quiet',
    '-m',
    'Add them',
  );
  write('20260101000002_not_committed.sql');
  const today = new Date().toISOString().replaceAll('-', '').slice(0, 8);
  expect(problems(folder)).toEqual([`${files[2]} is dated after its commit of ${today}`]);
  appendFileSync(join(folder, MIGRATIONS, files[1]!), 'select 2;\n');
  expect(problems(folder)).toEqual([
    `${files[1]} was edited after it was committed`,
    `${files[2]} is dated after its commit of ${today}`,
  ]);
});

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, matchesGlob } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const MAX_FILES = 15;

const tracked = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e8 })
  .split('\n')
  .filter((file) => existsSync(join(ROOT, file)));

/** Source files by folder. Tests, migrations, pictures and generated files need no table of contents. */
const folders = new Map<string, string[]>();
for (const file of tracked) {
  const isSource = /^(bench|domain|e2e|scripts|server|supabase|web)\/.*\.(ts|tsx|mjs|sql)$/.test(file);
  if (!isSource || /\.(test|spec)\.tsx?$|^supabase\/migrations\//.test(file)) continue;
  folders.set(dirname(file), [...(folders.get(dirname(file)) ?? []), basename(file)]);
}
const large = [...folders].filter(([, files]) => files.length > MAX_FILES).map(([folder]) => folder);

const contentsOf = (folder: string): string[] => {
  const page = join(ROOT, folder, 'README.md');
  const rows = existsSync(page) ? readFileSync(page, 'utf8').split('\n') : [];
  return rows
    .filter((row) => row.startsWith('| `'))
    .flatMap((row) => Array.from(row.split('|')[1]!.matchAll(/`([^`]+)`/g), ([, name]) => name!));
};

test('folders and their files are found', () => {
  expect(large).toContain('domain/journey');
  expect(contentsOf('domain/journey')).toContain('stage-*.ts');
});

test.each(large)('%s, with more than 15 files, has a page that names each of them', (folder) => {
  const named = contentsOf(folder);
  const unnamed = folders.get(folder)!.filter((file) => !named.some((name) => matchesGlob(file, name)));
  expect(unnamed).toEqual([]);
});

test.each(large)('the page of %s names no missing file', (folder) => {
  const inside = tracked
    .filter((file) => file.startsWith(`${folder}/`))
    .map((file) => file.slice(folder.length + 1));
  const gone = contentsOf(folder).filter((name) => !inside.some((file) => matchesGlob(file, name)));
  expect(gone).toEqual([]);
});

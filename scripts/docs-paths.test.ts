import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

// docs/commission has its own test, scripts/commission.test.ts.

const ROOT = join(import.meta.dirname, '..');
const ROOMS = ['.github', 'bench', 'deploy', 'docs', 'domain', 'e2e', 'scripts', 'server', 'supabase', 'web'];
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const list = (pattern: string) => globSync(pattern, { cwd: ROOT, exclude: ['**/node_modules/**'] }).sort();

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...list('docs/**/*.md').filter((page) => !page.startsWith('docs/commission/')),
];
const subjects = list('docs/subjects/*.md');
const howTos = list('docs/how-to/*.md');

const files = new Set([...ROOMS.flatMap((room) => list(`${room}/**/*`)), ...list('*'), ...list('.*')]);
const endings = new Set([...files].flatMap((file) => endingsOf(file)));

/** `a/b/c.ts`, `b/c.ts` and `c.ts`: a page may leave out folders its sentence has named. */
function endingsOf(file: string): string[] {
  const parts = file.split('/');
  return parts.map((_, from) => parts.slice(from).join('/'));
}

/**
 * A path from the root, or a source file by its ending. Addresses, commands and settings are neither, and
 * `.env` is the reader's own.
 */
function looksLikePath(words: string): boolean {
  if (!/^[\w.@*{},/-]+$/.test(words) || words.endsWith('/.env')) return false;
  return isFromRoot(words) || /^[\w-][\w./-]*\.(tsx?|mjs|sql|md)$/.test(words);
}

const isFromRoot = (words: string) => ROOMS.some((room) => words.startsWith(`${room}/`));

function isThere(path: string): boolean {
  if (/[*{]/.test(path)) return list(path).length > 0;
  return isFromRoot(path) ? existsSync(join(ROOT, path)) : endings.has(path);
}

/** Includes paths in a command: `npx vitest run server/auth`. */
const pathsIn = (text: string) =>
  [...text.matchAll(/^```[^\n]*\n([\s\S]*?)^```|`([^`\n]+)`/gm)]
    .flatMap(([, block, inline]) => (block ?? inline)!.split(/\s+/))
    .filter(looksLikePath);

const linksIn = (text: string) =>
  [...text.matchAll(/(?:\]\(|(?:src|srcset)=")([^)"\s]+)/g)]
    .map(([, to]) => to!.replace(/#.*$/, ''))
    .filter((to) => to !== '' && !/^\w+:/.test(to));

test.each(pages)('%s names and links only files and folders that exist', (page) => {
  const text = read(page);
  expect(pathsIn(text).filter((path) => !isThere(path))).toEqual([]);
  expect(linksIn(text).filter((to) => !existsSync(join(ROOT, dirname(page), to)))).toEqual([]);
});

const SQL = [...list('supabase/schemas/**/*.sql'), ...list('server/database/foundation/*.sql')];
const OBJECT =
  /\bcreate (?:or replace )?(?:unlogged )?(?:function|table|view|type|sequence)(?: if not exists)? ((?:private|public|portal_server)\.\w+)/g;
const objectsIn = (file: string) => [...read(file).matchAll(OBJECT)].map(([, name]) => name!);
const objects = new Set(SQL.flatMap(objectsIn));

test.each(pages)('every database table and function that %s names exists today', (page) => {
  const named = [...read(page).matchAll(/\b(?:private|public|portal_server)\.[a-z]\w+(?![\w.-])/g)];
  expect(named.map(([name]) => name).filter((name) => !objects.has(name))).toEqual([]);
});

// `private.look_at`, `private.look_at_patient` (`supabase/schemas/worklist/attention.sql`)
const WITH_FILE = /((?:`(?:private|public)\.\w+`(?:, | and )?)+) \(`(supabase\/schemas\/[\w/-]+\.sql)`/g;

test.each(pages)('what %s places in a file of supabase/schemas is defined in that file', (page) => {
  const misplaced = [...read(page).matchAll(WITH_FILE)].flatMap(([, names, file]) =>
    [...names!.matchAll(/\w+\.\w+/g)].flatMap(([name]) =>
      objectsIn(file!).includes(name) ? [] : [`${name} is not in ${file}`],
    ),
  );
  expect(misplaced).toEqual([]);
});

// `nextStepOf`, `isShownTo(…)`, `MAX_ALERT`: a name that can only come from our source.
const IN_SOURCE = /`([a-z]+[A-Z]\w*|[A-Z]+_[A-Z_]+)(?:\([^`]*\))?`/g;
const source = execFileSync(
  'git',
  ['grep', '-ohE', '[a-z]+[A-Z]\\w*|[A-Z]+_[A-Z_]+', '--', '*.ts', '*.tsx', '*.mjs', ':!**/*.test.ts'],
  { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e8 },
);
const namesInSource = new Set(source.split('\n'));

test.each([...subjects, ...howTos, 'docs/architecture.md', 'docs/what-a-request-waits-for.md'])(
  'every source name that %s quotes exists today',
  (page) => {
    const named = [...read(page).matchAll(IN_SOURCE)].map(([, name]) => name!);
    expect(named.filter((name) => !namesInSource.has(name))).toEqual([]);
  },
);

test.each(subjects)('%s says where the subject is decided and stored, and which tests cover it', (page) => {
  const [, decided, stored, tests] = read(page).split(/^## .+$/m);
  expect([...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading).slice(1)).toEqual([
    'Where it is decided',
    'Where it is stored',
    'Which tests hold it',
  ]);
  for (const part of [decided!, stored!, tests!]) expect(pathsIn(part).length, part).toBeGreaterThan(0);
  expect(pathsIn(tests!).filter((path) => !/\.(test|spec)\.tsx?$|^e2e\//.test(path))).toEqual([]);
});

test('a newcomer finds every subject and how-to from the README and the architecture page', () => {
  expect(subjects.length).toBeGreaterThanOrEqual(13);
  expect(howTos.length).toBeGreaterThanOrEqual(7);
  for (const page of ['README.md', 'docs/architecture.md']) {
    const linked = new Set(linksIn(read(page)).map((to) => join(dirname(page), to)));
    expect([...subjects, ...howTos].filter((each) => !linked.has(each))).toEqual([]);
  }
});

test('a how-to is short enough to follow in one sitting', () => {
  for (const page of howTos) expect(read(page).split('\n').length, page).toBeLessThan(60);
});

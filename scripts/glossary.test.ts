import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** A word in backticks, where it is refused (everywhere, if no folder is named), and names in which it may appear. */
type Refused = { word: string; instead: string; folders: string[]; allowed: string[] };

const quoted = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word!);

const refused: Refused[] = read('docs/glossary.md')
  .split('## Names that we do not use')[1]!
  .split('\n## ')[0]!
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => {
    const [, words, instead, , where, allowed] = line.split('|').map((cell) => cell.trim());
    return quoted(words!).map((word) => ({
      word,
      instead: instead!,
      folders: quoted(where!),
      allowed: quoted(allowed!),
    }));
  });

type Name = { name: string; file: string };

const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e8 })
  .split('\n')
  .filter((file) => /^(bench|domain|e2e|scripts|server|supabase|web)\//.test(file))
  .filter((file) => !/^supabase\/(migrations|content|guides)\//.test(file));

const EXPORTED = /^export (?:default )?(?:async )?(?:const|let|function\*?|class|type|interface) (\w+)/gm;
const SQL_NAMES = [
  /\bcreate (?:or replace )?(?:unlogged )?(?:function|table|view|type|sequence|index|trigger)(?: if not exists)? (?:\w+\.)?(\w+)/g,
  /^ {2}constraint (\w+)/gm,
  /\bset_config\('portal\.(\w+)'/g,
  // A column.
  /^ {2}(\w+) (?:text|uuid|jsonb?|boolean|integer|bigint|smallint|date|timestamptz|bytea)\b/gm,
];

const namesIn = (file: string): Name[] => {
  const patterns = /\.(ts|tsx|mjs)$/.test(file) ? [EXPORTED] : file.endsWith('.sql') ? SQL_NAMES : [];
  const text = patterns.length === 0 ? '' : read(file);
  const inside = patterns.flatMap((pattern) => Array.from(text.matchAll(pattern)));
  const [base] = basename(file).split('.');
  return [...new Set([base!, ...inside.map(([, name]) => name!)])].map((name) => ({ name, file }));
};

const names = files.flatMap(namesIn);

/** `toldDay`, `told_day`, `told-day` and `TOLD_DAY` are the words told and day. */
const wordsOf = (name: string): string =>
  ` ${name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .toLowerCase()} `;

/** A word with a capital is a whole name. */
const has = ({ name }: Name, word: string): boolean =>
  /^[A-Z]/.test(word) ? name === word : wordsOf(name).includes(` ${word} `);

const isAllowed = ({ name, file }: Name, allowed: readonly string[]): boolean =>
  allowed.some((each) => name === each || file.startsWith(each));

test('names of files, exports and database objects are found', () => {
  expect(names.length).toBeGreaterThan(4_000);
  expect(names).toContainEqual({ name: 'nextStepOf', file: 'domain/next-step/next-step.ts' });
  expect(names).toContainEqual({ name: 'worklist', file: 'supabase/functions/_shared/team/worklist.ts' });
  expect(names.filter(({ name }) => name === 'enter_record')).not.toEqual([]);
  expect(refused.length).toBeGreaterThan(20);
  expect(wordsOf('MOST_toldDays')).toBe(' most told days ');
});

test.each(refused)('no name has the word “$word”, but $instead', ({ word, folders, allowed }) => {
  const isRefusedIn = (file: string) =>
    folders.length === 0 || folders.some((folder) => file.startsWith(`${folder}/`));
  const found = names.filter(
    (each) => has(each, word) && isRefusedIn(each.file) && !isAllowed(each, allowed),
  );
  expect(found.map(({ name, file }) => `${name} in ${file}`)).toEqual([]);
});

test('the glossary allows no name that no longer exists', () => {
  const gone = refused.flatMap(({ allowed }) =>
    allowed.filter((each) => !names.some((name) => isAllowed(name, [each]))),
  );
  expect(gone).toEqual([]);
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '../docs/commission');
const ROOT = join(FOLDER, '../..');
const TEST_FILE =
  /^(domain|server|supabase\/tests|scripts|bench|web\/src|web\/build)\/.+\.test\.tsx?$|^e2e\/.+\.spec\.ts$/;

type Row = { number: number; statement: string; heldBy: string[] };

const page = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
const sourceOf = (path: string) => readFileSync(join(ROOT, path), 'utf8').replaceAll(/\\(?=['"`])/g, '');

const rowsOf = (name: string): Row[] =>
  [...page(name).matchAll(/^\| (\d+) \| (.+?) \| (.*) \|$/gm)].map(([, number, statement, held]) => ({
    number: Number(number),
    statement: statement!,
    heldBy: held!.split('<br>').filter(Boolean),
  }));

/** The first argument of a call, without tags, as in the file. */
function hasTest(path: string, title: string): boolean {
  const words = title.replaceAll('\\|', '|').replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  return new RegExp(String.raw`\(\s*(['"\`])${words}( @\w+| ?\$\{\w+\})*\1`).test(sourceOf(path));
}

describe.each(['first-portal-document.md', 'second-portal-document.md'])('%s', (name) => {
  const rows = rowsOf(name);

  test('its numbers have no gap, and no table line is left unread', () => {
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1));
    expect(page(name).match(/^\| \d/gm)).toHaveLength(rows.length);
  });

  test('every statement has an existing test or a decision', () => {
    const unheld = rows.flatMap(({ number, heldBy }) => {
      if (heldBy.length === 0) return [`${number}: nothing`];
      return heldBy.filter((each) => !isThere(each)).map((each) => `${number}: ${each}`);
    });
    expect(unheld).toEqual([]);
  });

  test('the README says how many statements there are, and how many a decision changes', () => {
    const changed = rows.filter(({ heldBy }) => heldBy.some((each) => each.includes('](../decisions/')));
    expect(page('README.md')).toContain(`(${name}) | ${rows.length} | ${changed.length} |`);
  });
});

function isThere(held: string): boolean {
  const decision = /^\[Decision \d+\]\((\.\.\/decisions\/[\w-]+\.md)\)$/.exec(held);
  if (decision) return existsSync(join(FOLDER, decision[1]!));
  const [, path, title] = /^`([^`]+)` › (.+)$/.exec(held) ?? [];
  return path !== undefined && TEST_FILE.test(path) && existsSync(join(ROOT, path)) && hasTest(path, title!);
}

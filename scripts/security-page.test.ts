import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const rows = /## Promises([\s\S]*?)## Not promised/
  .exec(read('docs/security.md'))![1]!
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Promise'));
const testsIn = (row: string) => [...row.matchAll(/`([^`]+)`/g)].map(([, path]) => path!);

test('every promise on the security page names its tests, and they exist', () => {
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows) {
    expect(testsIn(row).length, row).toBeGreaterThan(0);
    for (const path of testsIn(row)) expect(existsSync(join(ROOT, path)), path).toBe(true);
  }
});

/** Each story of a file, from its name to its steps. */
const storiesIn = (path: string) =>
  read(path)
    .split(/\btest\(/)
    .slice(1)
    .map((story) => story.slice(0, story.indexOf('=>')));

test('each of them runs with npm test', () => {
  for (const path of rows.flatMap(testsIn)) {
    expect(path).toMatch(
      /^((server|supabase\/(tests|functions)|scripts|bench|domain|web\/src)\/.+\.test\.tsx?|e2e\/.+\.spec\.ts)$/,
    );
    // `npm test` leaves out the stories that are tagged @long.
    if (path.startsWith('e2e/'))
      expect(
        storiesIn(path).filter((story) => !story.includes('@long')),
        path,
      ).not.toEqual([]);
  }
});

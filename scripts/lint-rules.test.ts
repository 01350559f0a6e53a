import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('no rule of the linter looks around: its engine cannot, and drops such a pattern without a word', async () => {
  const config = await readFile(join(import.meta.dirname, '../.oxlintrc.json'), 'utf8');
  const patterns = [...config.matchAll(/"regex": (".*")/g)].map(([, text]) => JSON.parse(text!) as string);
  expect(patterns.length).toBeGreaterThan(5);
  expect(patterns.filter((pattern) => /\(\?<?[=!]/.test(pattern))).toEqual([]);
});

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('no linter rule uses lookaround: its engine does not support it, and silently drops such a pattern', async () => {
  const config = await readFile(join(import.meta.dirname, '../.oxlintrc.json'), 'utf8');
  const patterns = [...config.matchAll(/"regex": (".*")/g)].map(([, text]) => JSON.parse(text!) as string);
  expect(patterns.length).toBeGreaterThan(5);
  expect(patterns.filter((pattern) => /\(\?<?[=!]/.test(pattern))).toEqual([]);
});

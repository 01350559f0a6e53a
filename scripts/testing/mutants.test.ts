import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { breakRule, MUTANTS } from './mutants.ts';

const ROOT = join(import.meta.dirname, '../..');

test.each(MUTANTS)('$rule: the words that npm run test:mutants breaks are still there', (mutant) => {
  const { text, brokenText } = breakRule(ROOT, mutant);
  expect(brokenText).not.toBe(text);
  // Without `only` every test of the file runs.
  expect(readFileSync(join(ROOT, mutant.named ?? mutant.tests), 'utf8')).toContain(mutant.only ?? '');
});

test('there is one for each type of rule', () => {
  expect(new Set(MUTANTS.map(({ rule }) => rule.split(':')[0]))).toEqual(
    new Set([
      'audit line',
      'due time',
      'grant',
      'idempotency key',
      'limit',
      'lock',
      'ordering',
      'policy',
      'redirect',
      'zone',
    ]),
  );
});

import { expect, test } from 'vitest';
import { MAX_NOTE } from '../contracts/fields/lengths.ts';
import { hasTooMuchFormatting } from './formatting.ts';
import { HOSTILE_MARKDOWN } from './testing.ts';

test('a long note with a heading, a list, a table and links on every page is fine', () => {
  const page = [
    '## What we agreed',
    '- Rest for **two** days, and call us on 2026-11-20 if you have _any_ pain.',
    '1. Log a test each day ([how](https://example.com/how-to-log))',
    '| Day | Test | What to do |\n| --- | --- | --- |',
    ...Array.from({ length: 10 }, (_, day) => `| ${day} | LH | Wait until the next morning |`),
    'We talked about how it went, what comes next, and whom to call at night. '.repeat(10),
  ].join('\n\n');
  expect(hasTooMuchFormatting(page.repeat(30).slice(0, MAX_NOTE))).toBe(false);
});

test.each(HOSTILE_MARKDOWN)('%s is too much', (_, text) => {
  expect(hasTooMuchFormatting(text)).toBe(true);
});

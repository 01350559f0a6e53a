import { expect, test } from 'vitest';
import { firstLine } from './first-line.ts';

test.each([
  ['\n## What we said\n\nRest.', 'What we said'],
  ['- **Two** tests a day, see [the guide](https://clinic.example)', 'Two tests a day, see the guide'],
  ['1. Call us', 'Call us'],
  ['', ''],
])('a medical note %j starts with %j', (text, line) => {
  expect(firstLine({ kind: 'medical', text })).toBe(line);
});

test.each([
  ['<h2>After our call</h2><p>Rest &amp; sleep.</p>', 'After our call'],
  ['<p></p><ul><li>Rest &amp; sleep</li></ul>', 'Rest & sleep'],
])('a consultation note %j starts with %j', (text, line) => {
  expect(firstLine({ kind: 'consultation', text })).toBe(line);
});

test('a long line ends after its first words', () => {
  expect(firstLine({ kind: 'medical', text: 'word '.repeat(100) })).toHaveLength(140);
});

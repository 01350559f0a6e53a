import { expect, test } from 'vitest';
import { FreeText } from './free-text.ts';
import { MAX_CHARACTERS } from './lengths.ts';

test.each([
  ['', ''],
  ['   ', ''],
  [' Letrozole, 5 days ago\n', 'Letrozole, 5 days ago'],
  ['first line\r\n\tsecond line', 'first line\r\n\tsecond line'],
  ['Zoë took 👩‍🔬’s advice — 日本語', 'Zoë took 👩‍🔬’s advice — 日本語'],
  [`'; drop table customers; --`, `'; drop table customers; --`],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['x'.repeat(MAX_CHARACTERS), 'x'.repeat(MAX_CHARACTERS)],
])('%j is stored as written', (written, kept) => {
  expect(FreeText.parse(written)).toBe(kept);
});

test.each([
  ['x'.repeat(MAX_CHARACTERS + 1), 'Please use no more than 2,000 characters'],
  ['a\u0000b', 'Please use letters, numbers and punctuation only'],
  ['a\u001b[2Jb', 'Please use letters, numbers and punctuation only'],
  ['a\ud83db', 'Please use letters, numbers and punctuation only'],
  [undefined, 'Please enter text'],
  [7, 'Please enter text'],
  [['text'], 'Please enter text'],
])('%j is refused', (written, message) => {
  expect(FreeText.safeParse(written).error?.issues[0]?.message).toBe(message);
});

import { expect, test } from 'vitest';
import { Invitation } from '../team/invitation.ts';
import { plainLine } from './plain-line.ts';

const Name = plainLine(10, { missing: 'missing', tooLong: 'too long', notPlain: 'not plain' });

test.each([
  [' Zoë ', 'Zoë'],
  ['李小龙', '李小龙'],
  ['نازنین‌زهرا'.slice(0, 10), 'نازنین‌زهرا'.slice(0, 10)],
  ['O’Neil-Roe', 'O’Neil-Roe'],
  ['<b>&"\'', '<b>&"\''],
])('%j is a name', (written, kept) => {
  expect(Name.parse(written)).toBe(kept);
});

test.each([
  ['', 'missing'],
  [' \n ', 'missing'],
  ['\u200d\u200c', 'missing'],
  [undefined, 'missing'],
  [7, 'missing'],
  ['x'.repeat(11), 'too long'],
  ['a\r\nBcc: x', 'not plain'],
  ['a\u0000b', 'not plain'],
  ['a\u0085b', 'not plain'],
  ['a\u2028b', 'not plain'],
  ['a\u202eb', 'not plain'],
  ['a\u2066b\u2069', 'not plain'],
  ['a\u200fb', 'not plain'],
  ['a\u200bb', 'not plain'],
  ['a\u2060b', 'not plain'],
  ['a\ufeffb', 'not plain'],
  ['a\u{e0041}b', 'not plain'],
  ['a\ud83db', 'not plain'],
])('%j is not: %s', (written, message) => {
  expect(Name.safeParse(written).error?.issues[0]?.message).toBe(message);
});

test.each(['first', 'last', 'programme'])('an invitation keeps to one line: %s', (field) => {
  const given = { email: 'ada@example.com', first: 'Ada', last: 'Lovelace', programme: 'Spring' };
  for (const hidden of ['\n', '\r\nBcc: all@example.com\r\n', '\u202e', '\u2067', '\u200b']) {
    const parsed = Invitation.safeParse({ ...given, [field]: `a${hidden}b` });
    expect(parsed.error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
      [field, `${field} has a line break or an invisible character`],
    ]);
  }
});

import { expect, test } from 'vitest';
import { readCsv } from './csv.ts';

const fields = (text: string) => readCsv(text).map((line) => line.fields);

test('a spreadsheet’s quotes, commas and line ends are understood', () => {
  expect(fields('email,first\r\na@example.com,"Smith, ""Jo"""\r\n')).toEqual([
    ['email', 'first'],
    ['a@example.com', 'Smith, "Jo"'],
  ]);
});

test('columns may be separated by semicolons, and a comma is then part of the text', () => {
  expect(fields('email;first\na@example.com;Jo, the second\n')).toEqual([
    ['email', 'first'],
    ['a@example.com', 'Jo, the second'],
  ]);
});

test('empty lines are skipped and line numbers stay those of the file', () => {
  expect(readCsv('\uFEFFemail\n\n\nb@example.com').map((line) => line.number)).toEqual([1, 4]);
});

test('a quoted field may run over several lines', () => {
  expect(readCsv('a,"one\ntwo"\nb,c')).toEqual([
    { number: 1, fields: ['a', 'one\ntwo'] },
    { number: 3, fields: ['b', 'c'] },
  ]);
});

test.each([
  ['separators without an end', ';'.repeat(2_000_000)],
  ['quotes in a field', 'a"'.repeat(1_000_000)],
  ['quotes that open and close', '"a" '.repeat(500_000)],
  ['lines', 'a\n'.repeat(1_000_000)],
])('two million characters of %s are read as fast as any', (_, text) => {
  expect(readCsv(`${text},`).length).toBeGreaterThan(0);
});

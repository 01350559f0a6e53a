import { expect, test } from 'vitest';
import { readCsv } from './csv-lines.ts';

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

test('columns may be separated by tabs, and lines may end as on an old Mac', () => {
  expect(fields('email\tfirst\ra@example.com\tJo\r')).toEqual([
    ['email', 'first'],
    ['a@example.com', 'Jo'],
  ]);
});

test('a quote that never closes is named by the line where it opens', () => {
  expect(readCsv('email,first\na@example.com,"Jo\nb@example.com,Bo\n')).toEqual([
    { number: 1, fields: ['email', 'first'] },
    { number: 2, fields: ['a@example.com', 'Jo\nb@example.com,Bo'], isUnclosed: true },
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

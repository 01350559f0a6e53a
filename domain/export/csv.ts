import type { PatientRecord, Row } from './record.ts';

/** Tells spreadsheets that the letters are UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';
const HEADER = ['kind', 'record', 'field', 'value'];

/**
 * One line for one fact (RFC 4180): tables with different columns fit in one file, and a spreadsheet can filter by kind.
 * Records are counted within their kind.
 */
export function asCsv(record: PatientRecord): string {
  const lines = Object.entries(record).flatMap(([kind, rows]) =>
    rows.flatMap((row, at) => factsOf(row).map(([field, value]) => [kind, String(at + 1), field, value])),
  );
  return BYTE_ORDER_MARK + [HEADER, ...lines].map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}

/** What is not there needs no line. */
const factsOf = (row: Row): [field: string, value: string][] =>
  Object.entries(row).flatMap(([field, value]) =>
    value === null || value === undefined ? [] : [[field, wordsOf(value)]],
  );

const wordsOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A spreadsheet would run what begins like a formula; behind an apostrophe it is text. */
const FORMULA = /^[\s\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;

function cell(value: string): string {
  const inert = FORMULA.test(value) || /^[\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n']/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

import { ABOUT } from './about.ts';
import type { Place } from './cell-words.ts';
import type { PatientRecord, Row } from './record.ts';
import { cellsOf, columnsIn } from './spreadsheet-row.ts';

/** Tells spreadsheets that the letters are UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';

/**
 * One line for each result, call, survey and whatever else is kept (RFC 4180). Tables with different columns share those
 * by which one would sort or filter; what is left of a row is told in its details. Each row is a piece of the text: there
 * may be ten thousand.
 */
export function* csvPieces(record: PatientRecord, place: Place): Generator<string> {
  const rowsOf: Record<string, readonly Row[]> = record;
  yield BYTE_ORDER_MARK + csvLine(columnsIn(place));
  // A table that no one has named yet comes last, under its own name.
  for (const table of new Set([...Object.keys(ABOUT), ...Object.keys(record)]))
    for (const row of rowsOf[table]!) yield csvLine(cellsOf(table, row, place));
}

/** One row of a file (RFC 4180). */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;

/** A spreadsheet would run what starts like a formula; behind an apostrophe it is text. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;

function cell(value: string): string {
  const inert = FORMULA.test(value) || /^[\t\r\n]/.test(value) ? `'${value}` : value;
  // A semicolon or a tab parts cells for some spreadsheets; in quotes it parts nothing.
  return /[",;\t\r\n']/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

import { ABOUT } from './about.ts';
import type { Place } from './cell-words.ts';
import type { PatientRecord, Row } from './record.ts';
import { cellsOf, columnsIn } from './spreadsheet-row.ts';

/** The byte order mark tells spreadsheets that the text is UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';

/**
 * One line for each result, call, survey and anything else we store (RFC 4180). Tables share the columns
 * people would sort or filter by; the rest of a row goes into its details. Yields one piece per row, because
 * there may be ten thousand.
 */
export function* csvPieces(record: PatientRecord, place: Place): Generator<string> {
  const rowsOf: Record<string, readonly Row[]> = record;
  yield BYTE_ORDER_MARK + csvLine(columnsIn(place));
  // A table that isn't listed yet comes last, under its database name.
  for (const table of new Set([...Object.keys(ABOUT), ...Object.keys(record)]))
    for (const row of rowsOf[table]!) yield csvLine(cellsOf(table, row, place));
}

/** One row of a file (RFC 4180). */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;

/** Spreadsheets would run text that starts like a formula. A leading apostrophe makes it text. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;

function cell(value: string): string {
  const inert = FORMULA.test(value) || /^[\t\r\n]/.test(value) ? `'${value}` : value;
  // Some spreadsheets split cells at semicolons or tabs, but not inside quotes.
  return /[",;\t\r\n']/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

import type { Fact, Summary, Table } from '@domain/export/summary.ts';
import { fold, type Look } from './fold.ts';

export type Paper = { width: number; height: number };
/** In points, 72 per inch. */
export const PAPERS = { letter: { width: 612, height: 792 }, a4: { width: 595, height: 842 } } as const;

export type Tone = 'ink' | 'soft' | 'brand' | 'line';
/** Measured from the top left corner. A text's baseline is at its y. */
export type Mark =
  | { kind: 'text'; x: number; y: number; width: number; text: string; look: Look; tone: Tone }
  | { kind: 'rule'; x: number; y: number; width: number; tone: Tone };

const MARGIN = 46;
const FOOT = 40;
const GAP = 18;
const LINE = 1.25;

/** A long name gets smaller before it is cut. */
const TITLES: readonly Look[] = [20, 16, 12, 10].map((size) => ({ font: 'bold', size }));
const KICKER: Look = { font: 'bold', size: 9 };
const HEADING: Look = { font: 'bold', size: 10.5 };
const VALUE: Look = { font: 'regular', size: 9.5 };
const CELL: Look = { font: 'regular', size: 8.5 };
const SMALL: Look = { font: 'regular', size: 7.5 };

/** How much of a long list is shown. */
type Measure = { rows: number; lines: number };
// The last value is so small that any record fits.
const MEASURES: readonly Measure[] = [
  { rows: 12, lines: 3 },
  { rows: 8, lines: 3 },
  { rows: 6, lines: 2 },
  { rows: 5, lines: 2 },
  { rows: 4, lines: 2 },
  { rows: 3, lines: 2 },
  { rows: 3, lines: 1 },
  { rows: 2, lines: 1 },
  { rows: 1, lines: 1 },
];

/** Positions everything on one page: as much as fits, and the same amount for every table. */
export function layOut(summary: Summary, paper: Paper, footnotes: readonly string[]): Mark[] {
  const foot = footOf(paper, footnotes);
  const bottom = paper.height - FOOT - footnotes.length * lineOf(SMALL) - 8;
  const measure = MEASURES.find((each) => pageOf(summary, paper, each).y <= bottom) ?? MEASURES.at(-1)!;
  return [...pageOf(summary, paper, measure).marks, ...foot];
}

type Sheet = { marks: Mark[]; y: number };

function pageOf(summary: Summary, paper: Paper, measure: Measure): Sheet {
  const sheet: Sheet = { marks: [], y: MARGIN };
  const width = paper.width - 2 * MARGIN;
  write(sheet, ['Béa · Treatment summary'], KICKER, 'brand', MARGIN, width);
  sheet.y += 5;
  const title =
    TITLES.find((look) => !fold(summary.name, look, width, 2).at(-1)!.endsWith('…')) ?? TITLES.at(-1)!;
  write(sheet, fold(summary.name, title, width, 2), title, 'ink', MARGIN, width);
  sheet.y += 2;
  write(sheet, fold(summary.reach, VALUE, width, 1), VALUE, 'ink', MARGIN, width);
  write(sheet, fold(summary.origin, SMALL, width, 2), SMALL, 'soft', MARGIN, width);
  sheet.y += 7;
  rule(sheet, width, 'brand');
  sheet.y += 8;
  putFacts(sheet, summary.facts, width, measure);
  for (const table of summary.tables) putTable(sheet, table, width, measure);
  return sheet;
}

/** Three columns. */
function putFacts(sheet: Sheet, facts: readonly Fact[], width: number, { lines }: Measure): void {
  const third = (width - 2 * GAP) / 3;
  for (let at = 0; at < facts.length; at += 3) {
    const row = facts.slice(at, at + 3).map(({ label, value }, side) => {
      const column: Sheet = { marks: sheet.marks, y: sheet.y };
      const x = MARGIN + side * (third + GAP);
      write(column, fold(label, SMALL, third, 1), SMALL, 'soft', x, third);
      write(column, fold(value, VALUE, third, lines), VALUE, 'ink', x, third);
      return column.y;
    });
    sheet.y = Math.max(...row) + 3;
  }
}

function putTable(sheet: Sheet, table: Table, width: number, { rows, lines }: Measure): void {
  const { title, columns, rows: all } = table;
  sheet.y += 7;
  write(sheet, [title], HEADING, 'ink', MARGIN, width);
  sheet.y += 1;
  putRow(sheet, columns, table, width, { look: SMALL, tone: 'soft', lines: 1 });
  for (const row of all.slice(0, rows)) {
    rule(sheet, width, 'line');
    putRow(sheet, row, table, width, { look: CELL, tone: 'ink', lines });
  }
  const left = all.length - rows;
  if (left > 0) write(sheet, [`and ${left} more in the patient’s spreadsheet`], SMALL, 'soft', MARGIN, width);
}

type RowLook = { look: Look; tone: Tone; lines: number };

function putRow(
  sheet: Sheet,
  cells: readonly string[],
  { widths }: Table,
  width: number,
  { look, tone, lines }: RowLook,
): void {
  const unit = width / widths.reduce((sum, each) => sum + each, 0);
  let x = MARGIN;
  const ends = cells.map((cell, at) => {
    const space = widths[at]! * unit - 6;
    const column: Sheet = { marks: sheet.marks, y: sheet.y };
    write(column, fold(cell, look, space, lines), look, tone, x, space);
    x += widths[at]! * unit;
    return column.y;
  });
  sheet.y = Math.max(...ends) + 2;
}

function write(sheet: Sheet, lines: string[], look: Look, tone: Tone, x: number, width: number): void {
  for (const text of lines) {
    sheet.y += lineOf(look);
    if (text !== '')
      sheet.marks.push({ kind: 'text', x, y: sheet.y - 0.28 * look.size, width, text, look, tone });
  }
}

function rule(sheet: Sheet, width: number, tone: Tone): void {
  sheet.marks.push({ kind: 'rule', x: MARGIN, y: sheet.y, width, tone });
}

function footOf(paper: Paper, footnotes: readonly string[]): Mark[] {
  const width = paper.width - 2 * MARGIN;
  const sheet: Sheet = { marks: [], y: paper.height - FOOT - footnotes.length * lineOf(SMALL) };
  for (const note of footnotes) write(sheet, fold(note, SMALL, width, 1), SMALL, 'soft', MARGIN, width);
  return sheet.marks;
}

const lineOf = ({ size }: Look): number => size * LINE;

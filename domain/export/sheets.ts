import { aboutOf, ABOUT } from './about.ts';
import { BYTE_ORDER_MARK, csvLine } from './csv.ts';
import type { Place } from './cell-words.ts';
import type { Shared } from './columns.ts';
import type { PatientRecord, Row } from './record.ts';
import { factsOf, timeIn, type RowFacts } from './spreadsheet-row.ts';

export type Sheet = { name: string; content: string };

const LEFT_OUT = '_left_out';
const NOT_IN_HERE = 'Not in this download';

/** A spreadsheet for each subject with data, and a column for each fact. */
export function sheetsOf(record: PatientRecord, place: Place): Sheet[] {
  const rowsOf: Record<string, unknown> = record;
  // A table without a name here comes last.
  const tables = [...new Set([...Object.keys(ABOUT), ...Object.keys(record)])].filter((table) =>
    Array.isArray(rowsOf[table]),
  );
  const rows = (table: string) => rowsOf[table] as readonly Row[];
  const subjects = tables.filter((table) => !table.endsWith(LEFT_OUT));
  const leftOut = tables.filter((table) => table.endsWith(LEFT_OUT));
  return [
    ...subjects.map((table) =>
      sheet(
        aboutOf(table),
        rows(table)
          .map((row) => factsOf(table, row, place))
          .toSorted((one, other) => whenIn(one).localeCompare(whenIn(other)))
          .map((facts) => cellsOf(facts, place)),
      ),
    ),
    sheet(
      NOT_IN_HERE,
      leftOut.flatMap((table) =>
        rows(table).map(({ lines, note }): Cell[][] => [
          [
            ['Sheet', aboutOf(table.slice(0, -LEFT_OUT.length))],
            ['Rows', String(lines)],
            ['Note', String(note)],
          ],
        ]),
      ),
    ),
  ].filter((one) => one !== null);
}

type Cell = readonly [column: string, value: string];

const whenIn = ({ date, time }: RowFacts) => `${date} ${time}`;

/** Columns are grouped, so that one that only appears in later rows still comes next to similar ones. */
const cellsOf = (facts: RowFacts, place: Place): Cell[][] => [
  [
    ['Date', facts.date],
    [timeIn(place), facts.time],
    ['Cycle', facts.cycle],
    ...Object.entries(facts.headings).map(([name, heading]): Cell => [heading, facts[name as Shared]]),
  ],
  [...facts.answers],
  facts.others,
];

function sheet(name: string, rows: readonly Cell[][][]): Sheet | null {
  if (rows.length === 0) return null;
  const named = rows.map((groups) => new Map(groups.flat().filter(([, value]) => value !== '')));
  // In the order of the cells. Columns that are empty in every row are left out.
  const inOrder = [0, 1, 2].flatMap((group) =>
    rows.flatMap((groups) => (groups[group] ?? []).map(([column]) => column)),
  );
  const columns = [...new Set(inOrder)].filter((column) => named.some((cells) => cells.has(column)));
  const lines = named.map((cells) => csvLine(columns.map((column) => cells.get(column) ?? '')));
  return {
    name: `${name.replaceAll(':', ',')}.csv`,
    content: BYTE_ORDER_MARK + csvLine(columns) + lines.join(''),
  };
}

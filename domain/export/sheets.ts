import { auditWords } from '../audit/audit-words.ts';
import type { Instant } from '../time/instant.ts';
import { zoneName } from '../time/zone-name.ts';
import { aboutOf, ABOUT } from './about.ts';
import { BYTE_ORDER_MARK, csvLine } from './csv.ts';
import type { AuditRow, PatientRecord, Row } from './record.ts';
import { factsOf } from './spreadsheet-row.ts';

/** Where the patient is, and when: the clock that the times are told in. */
type Place = { zone: string; now: Instant };

export type Sheet = { name: string; content: string };

const LEFT_OUT = '_left_out';
const NOT_IN_HERE = 'Not in this download';

/** A spreadsheet for each subject that has something, with a column for each thing that is known of it. */
export function sheetsOf(record: PatientRecord, place: Place): Sheet[] {
  const rowsOf: Record<string, unknown> = record;
  // A table without a name of its own yet comes last.
  const tables = [...new Set([...Object.keys(ABOUT), ...Object.keys(record)])].filter((table) =>
    Array.isArray(rowsOf[table]),
  );
  const rows = (table: string) => rowsOf[table] as readonly Row[];
  const subjects = tables.filter((table) => !table.endsWith(LEFT_OUT));
  const leftOut = tables.filter((table) => table.endsWith(LEFT_OUT));
  const patientId = record.customers[0]?.user_id;
  return [
    ...subjects.map((table) =>
      sheet(
        aboutOf(table),
        rows(table).map((row) =>
          table === 'audit_log' ? accessCells(row as AuditRow, patientId, place) : cellsOf(table, row, place),
        ),
      ),
    ),
    sheet(
      NOT_IN_HERE,
      leftOut.flatMap((table) =>
        rows(table).map(({ lines, note }) => [
          ['Sheet', aboutOf(table.slice(0, -LEFT_OUT.length))] as const,
          ['Rows', String(lines)] as const,
          ['Note', String(note)] as const,
        ]),
      ),
    ),
  ].filter((one) => one !== null);
}

const timeIn = ({ zone, now }: Place) => `Time (${zoneName(zone, now)})`;

type Cell = readonly [column: string, value: string];

function cellsOf(table: string, row: Row, place: Place): Cell[] {
  const facts = factsOf(table, row, place.zone);
  return [
    ['Date', facts.date],
    [timeIn(place), facts.time],
    ['Cycle', facts.cycle],
    ['What', facts.what],
    ['Result', facts.result],
    ['With', facts.with],
    ['Details', facts.words],
    ...facts.answers,
    ...facts.others,
  ];
}

/** As the list 'Who opened my record' says it. */
function accessCells(row: AuditRow, patientId: string | undefined, place: Place): Cell[] {
  const { date, time } = factsOf('audit_log', row, place.zone);
  const { who, what, why } = auditWords(
    {
      actorId: row.actor_id,
      actorRole: row.actor_role,
      action: row.action,
      kind: row.kind,
      actorName: row.actor_name,
      staffRole: row.staff_role,
      reasonCategory: row.reason_category,
    },
    patientId ?? '',
  );
  return [
    ['Date', date],
    [timeIn(place), time],
    ['Who', who.replace(/,$/, '')],
    ['What', what],
    ['Reason', why ?? ''],
  ];
}

function sheet(name: string, rows: readonly (readonly Cell[])[]): Sheet | null {
  if (rows.length === 0) return null;
  const told = rows.map((cells) => new Map(cells.filter(([, value]) => value !== '')));
  // In the order of the cells, without the columns that are empty in every row.
  const columns = [...new Set(rows.flat().map(([column]) => column))].filter((column) =>
    told.some((cells) => cells.has(column)),
  );
  const lines = told.map((cells) => csvLine(columns.map((column) => cells.get(column) ?? '')));
  return {
    name: `${name.replaceAll(':', ',')}.csv`,
    content: BYTE_ORDER_MARK + csvLine(columns) + lines.join(''),
  };
}

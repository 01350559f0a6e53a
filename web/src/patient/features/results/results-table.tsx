import type { ReactNode } from 'react';
import { Badge } from '@/components/layout/badge.tsx';
import { Table, type Column } from '@/components/layout/table.tsx';
import { dateAndTime } from '@/lib/dates/dates.ts';
import { DeleteResult } from './delete-result.tsx';
import type { LoggedResult } from './queries.ts';
import { resultTone, resultWords, typeWords } from './result-words.ts';

type Props = {
  results: readonly LoggedResult[];
  /** Lets the patient take back what was logged by mistake. */
  correctable?: boolean;
};

export function ResultsTable({ results, correctable = false }: Props) {
  return (
    <Table
      label="Test Results"
      columns={correctable ? CORRECTABLE : COLUMNS}
      rows={results}
      rowKey={({ id }) => id}
    />
  );
}

const typeCell = ({ type }: LoggedResult): ReactNode => typeWords[type];

const resultCell = (result: LoggedResult): ReactNode => (
  <Badge tone={resultTone(result)}>{resultWords(result)}</Badge>
);

const dateCell = ({ takenAt }: LoggedResult): ReactNode => (
  <time dateTime={new Date(takenAt).toISOString()}>{dateAndTime(takenAt)}</time>
);

const correctableDateCell = (result: LoggedResult): ReactNode => (
  <div className="flex min-h-8 items-center justify-between gap-3">
    {dateCell(result)}
    <DeleteResult result={result} />
  </div>
);

const COLUMNS: Column<LoggedResult>[] = [
  { header: 'Type', place: 'lead', cell: typeCell },
  { header: 'Result', place: 'aside', cell: resultCell },
  { header: 'Date', cell: dateCell },
];

const CORRECTABLE: Column<LoggedResult>[] = [
  ...COLUMNS.slice(0, 2),
  { header: 'Date', cell: correctableDateCell },
];

import type { ComponentType, ReactNode } from 'react';
import { Badge } from '@/components/layout/badge.tsx';
import { Table, type Column } from '@/components/layout/table.tsx';
import { longDay } from '@domain/time/words.ts';
import { dateAndTime } from '@/lib/dates/dates.ts';
import type { LoggedResult } from './queries.ts';
import { resultTone, resultWords, typeWords } from './result-words.ts';

type Props = {
  results: readonly LoggedResult[];
  /** Shown next to the date: undoes a result logged by mistake. */
  Correction?: ComponentType<{ result: LoggedResult }>;
};

export function ResultsTable({ results, Correction }: Props) {
  return (
    <Table
      label="Test Results"
      columns={Correction ? [TYPE, RESULT, { header: 'Date', cell: correctable(Correction) }] : COLUMNS}
      rows={results}
      rowKey={({ id }) => id}
    />
  );
}

const typeCell = ({ type, loggedBy }: LoggedResult): ReactNode => (
  <>
    {typeWords[type]}
    {loggedBy && <p className="max-w-44 text-small text-soft">Logged by {loggedBy} for you</p>}
  </>
);

const resultCell = (result: LoggedResult): ReactNode => (
  <Badge tone={resultTone(result)}>{resultWords(result)}</Badge>
);

/** The care team logs a test's day, not its time. */
const dateCell = ({ takenAt, takenOn, loggedBy }: LoggedResult): ReactNode =>
  loggedBy ? (
    <time dateTime={takenOn}>{longDay(takenOn)}</time>
  ) : (
    <time dateTime={new Date(takenAt).toISOString()}>{dateAndTime(takenAt)}</time>
  );

const correctable =
  (Correction: NonNullable<Props['Correction']>) =>
  (result: LoggedResult): ReactNode => (
    <div className="flex min-h-8 items-center justify-between gap-3">
      {dateCell(result)}
      <Correction result={result} />
    </div>
  );

const TYPE: Column<LoggedResult> = { header: 'Type', place: 'lead', cell: typeCell };
const RESULT: Column<LoggedResult> = { header: 'Result', place: 'aside', cell: resultCell };
const COLUMNS = [TYPE, RESULT, { header: 'Date', cell: dateCell }];

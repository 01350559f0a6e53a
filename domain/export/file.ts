import type { ExportFormat, ExportMyDataAnswer } from '../contracts/patient/export-my-data.ts';
import { isoFromInstant, type Instant } from '../time/instant.ts';
import { localDate } from '../time/local.ts';
import { csvPieces } from './csv.ts';
import { asFhir } from './fhir/bundle.ts';
import type { PatientRecord } from './record.ts';

type Facts = { siteUrl: string; now: Instant; zone: string };

/** A file whose text is produced piece by piece. */
type ExportFile = Omit<ExportMyDataAnswer, 'content'> & { pieces: Iterable<string> };

/** The record as a file. Its name contains the patient's date, but not what it is about. */
export function exportFile(format: ExportFormat, record: PatientRecord, facts: Facts): ExportFile {
  const { extension, contentType, write } = FORMATS[format];
  const filename = `bea-data-${localDate(facts.now, facts.zone)}.${extension}`;
  return { filename, contentType, pieces: write(record, facts) };
}

type Format = {
  extension: string;
  contentType: string;
  write: (record: PatientRecord, facts: Facts) => Iterable<string>;
};

const pretty = (value: unknown) => JSON.stringify(value, null, 2);

const FORMATS: Record<ExportFormat, Format> = {
  json: {
    extension: 'json',
    contentType: 'application/json',
    write: (record, { now }) => [pretty({ exportedAt: isoFromInstant(now), ...record })],
  },
  csv: { extension: 'csv', contentType: 'text/csv;charset=utf-8', write: csvPieces },
  fhir: {
    extension: 'fhir.json',
    contentType: 'application/fhir+json',
    write: (record, facts) => [pretty(asFhir(record, facts))],
  },
};

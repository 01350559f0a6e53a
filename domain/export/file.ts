import type { ExportFormat, ExportMyDataAnswer } from '../contracts/export-my-data.ts';
import { isoFromInstant, type Instant } from '../time/instant.ts';
import { asCsv } from './csv.ts';
import { asFhir } from './fhir/bundle.ts';
import type { PatientRecord } from './record.ts';

type Facts = { siteUrl: string; now: Instant };

/** The record as a file. Its name tells nobody what it is about. */
export function exportFile(format: ExportFormat, record: PatientRecord, facts: Facts): ExportMyDataAnswer {
  const { extension, contentType, write } = FORMATS[format];
  const filename = `bea-data-${isoFromInstant(facts.now).slice(0, 10)}.${extension}`;
  return { filename, contentType, content: write(record, facts) };
}

type Format = {
  extension: string;
  contentType: string;
  write: (record: PatientRecord, facts: Facts) => string;
};

const pretty = (value: unknown) => JSON.stringify(value, null, 2);

const FORMATS: Record<ExportFormat, Format> = {
  json: {
    extension: 'json',
    contentType: 'application/json',
    write: (record, { now }) => pretty({ exportedAt: isoFromInstant(now), ...record }),
  },
  csv: { extension: 'csv', contentType: 'text/csv;charset=utf-8', write: asCsv },
  fhir: {
    extension: 'fhir.json',
    contentType: 'application/fhir+json',
    write: (record, facts) => pretty(asFhir(record, facts)),
  },
};

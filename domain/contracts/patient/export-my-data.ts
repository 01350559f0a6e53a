import * as z from 'zod/mini';
import { Line } from '../fields/sizes.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';

export const ExportFormat = z.enum(['json', 'csv', 'fhir'], 'Please select json, csv or fhir');
export type ExportFormat = z.output<typeof ExportFormat>;

export const ExportMyDataRequest = z.strictObject({ format: ExportFormat }, NOT_AN_OBJECT);

// A whole record as a file, documents included.
const MAX_FILE = 500_000_000;

/** A file, as text. */
export const ExportMyDataAnswer = z.object({
  filename: Line,
  contentType: Line,
  content: z.string().check(z.maxLength(MAX_FILE)),
});
export type ExportMyDataAnswer = z.output<typeof ExportMyDataAnswer>;

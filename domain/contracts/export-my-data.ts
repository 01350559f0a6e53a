import * as z from 'zod/mini';
import { NOT_AN_OBJECT } from './submission.ts';

export const ExportFormat = z.enum(['json', 'csv', 'fhir'], 'Please choose json, csv or fhir');
export type ExportFormat = z.output<typeof ExportFormat>;

export const ExportMyDataRequest = z.object({ format: ExportFormat }, NOT_AN_OBJECT);

/** A file, as text. */
export const ExportMyDataAnswer = z.object({
  filename: z.string(),
  contentType: z.string(),
  content: z.string(),
});
export type ExportMyDataAnswer = z.output<typeof ExportMyDataAnswer>;

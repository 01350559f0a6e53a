import * as z from 'zod/mini';

/** As shown, sent and stored. */
export const OVULATION_RESULTS = [
  'Negative (Low LH)',
  'High (Rising LH)',
  'Peak (Positive LH Surge)',
  'Invalid',
] as const;

export const OvulationResult = z.enum(OVULATION_RESULTS, 'Please select one of the results');
export type OvulationResult = z.output<typeof OvulationResult>;

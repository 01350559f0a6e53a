import * as z from 'zod/mini';

export const PREGNANCY_RESULTS = ['positive', 'negative', 'unclear'] as const;

export const PregnancyResult = z.enum(PREGNANCY_RESULTS, 'Please select one of the results');
export type PregnancyResult = z.output<typeof PregnancyResult>;

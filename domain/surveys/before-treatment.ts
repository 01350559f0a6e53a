import * as z from 'zod/mini';

export const CONFIDENCE = ['confident', 'neutral', 'uncertain'] as const;

export const Confidence = z.enum(CONFIDENCE, 'Please select one of the answers');
export type Confidence = z.output<typeof Confidence>;

export const offersSupport = (response: Confidence): boolean => response !== 'confident';

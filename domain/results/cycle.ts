import * as z from 'zod/mini';

/** The stage whose completed phases tell the patient's cycle. */
export const TREATMENT_STAGE = 3;
export const CYCLES = [1, 2, 3] as const;

const NO_CYCLE = 'Please enter cycle 1, 2 or 3';

export const Cycle = z.int(NO_CYCLE).check(z.minimum(1, NO_CYCLE), z.maximum(CYCLES.length, NO_CYCLE));

/** The highest cycle that the patient has begun, 1 before the first. */
export const cycleFrom = (highestBegun: number | null | undefined): number => highestBegun ?? 1;

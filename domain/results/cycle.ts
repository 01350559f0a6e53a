import * as z from 'zod/mini';

export const CYCLES = [1, 2, 3] as const;

const NO_CYCLE = 'Please enter cycle 1, 2 or 3';

export const Cycle = z.int(NO_CYCLE).check(z.minimum(1, NO_CYCLE), z.maximum(CYCLES.length, NO_CYCLE));

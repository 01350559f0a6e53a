import * as z from 'zod/mini';
import { Line, listOf } from '../fields/sizes.ts';

const MAX_COACHES = 10_000;

const Coach = z.object({ id: z.guid(), name: Line });
export type Coach = z.output<typeof Coach>;

/** The coaches a patient can be assigned to, by name. */
export const TeamCoachesAnswer = z.object({ coaches: listOf(Coach, MAX_COACHES) });

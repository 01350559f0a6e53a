import * as z from 'zod/mini';
import { CARE_STATES } from '../../care-state/facts.ts';
import { Count, InstantText, Line, listOf } from '../fields/sizes.ts';

export const MAX_ALERTS = 20;

/** What stays in sight about a patient while staff write to them or decide something. */
export const InSight = z.object({
  birthDate: z.nullable(InstantText),
  /** From the questionnaire. */
  age: z.nullable(Count),
  pronouns: z.nullable(Line),
  careState: z.enum(CARE_STATES),
  stage: z.nullable(Count),
  alerts: listOf(Line, MAX_ALERTS),
});
/** Nothing of someone whose record is not open to the reader. */
export const MaybeInSight = z.partial(InSight);
export type MaybeInSight = z.output<typeof MaybeInSight>;

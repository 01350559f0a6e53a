import * as z from 'zod/mini';
import { CARE_STATES, REPORTED_OUTCOMES } from '../../care-state/facts.ts';
import { FreeText } from '../fields/free-text.ts';
import { Day } from '../fields/iso.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';

/** Without a day it is today. `until` and `reason` belong to a pause, and a stop may have a reason. */
export const ReportOutcomeRequest = z.strictObject(
  {
    kind: z.enum(REPORTED_OUTCOMES, 'Please select pause, resume, loss or stop'),
    day: z.optional(z.nullable(Day)),
    until: z.optional(z.nullable(Day)),
    reason: z.optional(z.nullable(FreeText)),
  },
  NOT_AN_OBJECT,
);
export const ReportOutcomeAnswer = z.object({ id: z.guid(), careState: z.enum(CARE_STATES) });

import * as z from 'zod/mini';
import { instantFromIso, type Instant } from '../time/instant.ts';
import type { Use } from './applicators.ts';

// Days are the patient's local days, and moments are moments: the database distinguishes them.
const OwnCycleAnswer = z.object({
  today: z.nullable(
    z.object({
      uses: z.array(
        z.object({
          cycle: z.number(),
          on: z.string(),
          capInAt: z.nullable(z.string()),
          reportedAt: z.nullish(z.string()),
        }),
      ),
      held: z.array(z.string()),
      past: z.record(z.string(), z.string()),
    }),
  ),
});
const NO_ROWS = { uses: [], held: [], past: {} };

export type NextStepRows = { uses: Use[]; held: string[]; past: Record<string, Instant> };

/** The columns of `own_cycle` other than the cycle itself. */
export function nextStepRowsIn(answer: unknown): NextStepRows {
  const { uses, held, past } = OwnCycleAnswer.parse(answer).today ?? NO_ROWS;
  return {
    held,
    uses: uses.map(({ cycle, on, capInAt, reportedAt }) => ({
      cycle,
      on,
      capInAt: capInAt === null ? null : instantFromIso(capInAt),
      reportedAt: reportedAt ? instantFromIso(reportedAt) : null,
    })),
    past: Object.fromEntries(Object.entries(past).map(([type, at]) => [type, instantFromIso(at)])),
  };
}

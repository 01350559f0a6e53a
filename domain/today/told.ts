import * as z from 'zod/mini';
import { instantFromIso, type Instant } from '../time/instant.ts';
import type { Use } from './applicators.ts';

// Days are days as the patient lived them and moments are moments: the database has told them apart.
const ToldToday = z.object({
  today: z.nullable(
    z.object({
      uses: z.array(z.object({ cycle: z.number(), on: z.string(), capInAt: z.nullable(z.string()) })),
      held: z.array(z.string()),
      past: z.record(z.string(), z.string()),
    }),
  ),
});
const NOTHING_TOLD = { uses: [], held: [], past: {} };

export type ToldForToday = { uses: Use[]; held: string[]; past: Record<string, Instant> };

/** What `own_cycle` tells besides the cycle. */
export function toldForToday(answer: unknown): ToldForToday {
  const { uses, held, past } = ToldToday.parse(answer).today ?? NOTHING_TOLD;
  return {
    held,
    uses: uses.map(({ cycle, on, capInAt }) => ({
      cycle,
      on,
      capInAt: capInAt === null ? null : instantFromIso(capInAt),
    })),
    past: Object.fromEntries(Object.entries(past).map(([type, at]) => [type, instantFromIso(at)])),
  };
}

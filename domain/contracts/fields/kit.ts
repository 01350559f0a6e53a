import * as z from 'zod/mini';
import { Address, InstantText, Line } from './sizes.ts';

/** The kit as the care team and administrators read it. */
export const Kit = z.object({
  trackingUrl: z.nullable(Address),
  /** Asked for by 'Send the kit'. */
  askedAt: z.nullable(InstantText),
  sentOn: z.nullable(InstantText),
  /** As the patient reported. */
  arrivedAt: z.nullable(InstantText),
  /** Null until the patient enters one. */
  address: z.nullable(z.object({ line1: Line, line2: z.nullable(Line), city: Line, state: Line, zip: Line })),
});
export type Kit = z.output<typeof Kit>;

import * as z from 'zod/mini';
import { InstantText, Line } from '../fields/sizes.ts';

export const TeamRole = z.enum(['coach', 'clinician', 'administrator'], 'coach, clinician or administrator');
export type TeamRole = z.output<typeof TeamRole>;

/**
 * A session without an act for this long is locked (private.idle_time), unless the clinic has set another
 * time.
 */
export const IDLE_MINUTES = 15;

/** A signed-in member of the care team: when their session ends, and when it locks without an act. */
export const TeamSessionAnswer = z.object({
  id: z.guid(),
  name: Line,
  role: TeamRole,
  timeZone: Line,
  endsAt: InstantText,
  idleAt: InstantText,
  idleMinutes: z.int().check(z.gte(1), z.lte(30)),
});
export type TeamSession = z.output<typeof TeamSessionAnswer>;

/** Background requests send 'true', so that they don't count as acts. */
export const BACKGROUND = 'x-background';

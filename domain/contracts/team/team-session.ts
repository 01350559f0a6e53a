import * as z from 'zod/mini';
import { InstantText, Line } from '../fields/sizes.ts';

export const TeamRole = z.enum(['coach', 'clinician', 'administrator'], 'coach, clinician or administrator');
export type TeamRole = z.output<typeof TeamRole>;

/** Without an act for this long a session is locked (private.idle_time), unless the clinic set another time. */
export const IDLE_MINUTES = 15;

/** Someone of the care team who is at work: when their session ends, and when it locks if they do nothing. */
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

/** Sent with 'true' by whatever asks by itself, without anyone having done something. */
export const BACKGROUND = 'x-background';

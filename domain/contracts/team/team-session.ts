import * as z from 'zod/mini';
import { InstantText, Line } from '../fields/sizes.ts';

export const TeamRole = z.enum(['coach', 'clinician', 'administrator'], 'coach, clinician or administrator');
export type TeamRole = z.output<typeof TeamRole>;

/** Without an act for this long a session is over (private.staff_session). */
export const IDLE_MINUTES = 15;

/** Somebody of the care team who is at work, and when their session ends: at last, and if they do nothing. */
export const TeamSessionAnswer = z.object({
  id: z.guid(),
  name: Line,
  role: TeamRole,
  timeZone: Line,
  endsAt: InstantText,
  idleAt: InstantText,
});
export type TeamSession = z.output<typeof TeamSessionAnswer>;

/** Sent with 'true' by whatever asks by itself, without anybody having done something. */
export const BACKGROUND = 'x-background';

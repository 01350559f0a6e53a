import * as z from 'zod/mini';
import { Count, InstantText, Line, listOf } from '../fields/sizes.ts';

const MAX_SCHEDULES = 20;

const Schedule = z.object({
  name: Line,
  everyMinutes: Count,
  /** When it last finished its work. */
  workedAt: z.nullable(InstantText),
  answeredAt: z.nullable(InstantText),
  /** The function's last answer. Null if there was none. */
  status: z.nullable(Count),
  state: z.enum(['working', 'refused', 'failing', 'late']),
});
export type Schedule = z.output<typeof Schedule>;

export const TeamSchedulesRequest = z.strictObject({});
export const TeamSchedulesAnswer = z.object({ schedules: listOf(Schedule, MAX_SCHEDULES) });

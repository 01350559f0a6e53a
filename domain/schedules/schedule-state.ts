import { MINUTE, type Instant } from '../time/instant.ts';

export type ScheduleFacts = {
  everyMinutes: number;
  workedAt: Instant | null;
  answeredAt: Instant | null;
  status: number | null;
  /** When it was set up: one that has not had its first turn is not late. */
  expectedFrom: Instant;
};
export type ScheduleState = 'working' | 'refused' | 'failing' | 'late';

/** Three turns missed, and some minutes for one that takes long. */
const patience = (everyMinutes: number) => (3 * everyMinutes + 5) * MINUTE;

/** A function that answers something else than success has not done its work, however often it was called. */
export function scheduleState(facts: ScheduleFacts, now: Instant): ScheduleState {
  const { everyMinutes, workedAt, answeredAt, status, expectedFrom } = facts;
  if (answeredAt !== null && (workedAt === null || answeredAt > workedAt))
    return status === 401 || status === 403 ? 'refused' : 'failing';
  return now - (workedAt ?? expectedFrom) <= patience(everyMinutes) ? 'working' : 'late';
}

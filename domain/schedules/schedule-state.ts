import { MINUTE, type Instant } from '../time/instant.ts';

export type ScheduleFacts = {
  everyMinutes: number;
  workedAt: Instant | null;
  answeredAt: Instant | null;
  status: number | null;
  /** When it was set up: a schedule that has not run yet is not late. */
  expectedFrom: Instant;
};
export type ScheduleState = 'working' | 'refused' | 'failing' | 'late';

/** Three missed runs, and some minutes for one that takes long. */
const patience = (everyMinutes: number) => (3 * everyMinutes + 5) * MINUTE;

/** A function that does not answer with success has not done its work, however often it was called. */
export function scheduleState(facts: ScheduleFacts, now: Instant): ScheduleState {
  const { everyMinutes, workedAt, answeredAt, status, expectedFrom } = facts;
  if (answeredAt !== null && (workedAt === null || answeredAt > workedAt))
    return status === 401 || status === 403 ? 'refused' : 'failing';
  return now - (workedAt ?? expectedFrom) <= patience(everyMinutes) ? 'working' : 'late';
}

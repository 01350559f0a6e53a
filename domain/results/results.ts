import { DAY, type Instant } from '../time/instant.ts';

export type ResultType = 'ovulation' | 'PREGNANCY';

export type TestResult = { id: string; type: ResultType; result: string; takenAt: Instant };

export const RECENT_DAYS = 7;

/** The results that Home shows. */
export const recentResults = <Result extends TestResult>(
  results: readonly Result[],
  now: Instant,
): Result[] => results.filter((result) => result.takenAt >= now - RECENT_DAYS * DAY);

/** The results that the account shows, with pregnancy tests hidden on request. */
export const shownResults = <Result extends { type: ResultType }>(
  results: readonly Result[],
  hidePregnancy: boolean,
): Result[] => results.filter((result) => !hidePregnancy || result.type !== 'PREGNANCY');

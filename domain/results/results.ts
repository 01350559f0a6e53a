import { DAY, type Instant } from '../time/instant.ts';

export type ResultType = 'ovulation' | 'PREGNANCY';

export type TestResult = { id: string; type: ResultType; result: string; takenAt: Instant };

export const RECENT_DAYS = 7;

/** Those that Home shows. */
export const recentResults = <Result extends TestResult>(
  results: readonly Result[],
  now: Instant,
): Result[] => results.filter((result) => result.takenAt >= now - RECENT_DAYS * DAY);

/** Those that the account shows to somebody who may not want to be reminded of pregnancy tests. */
export const shownResults = <Result extends { type: ResultType }>(
  results: readonly Result[],
  hidePregnancy: boolean,
): Result[] => results.filter((result) => !hidePregnancy || result.type !== 'PREGNANCY');

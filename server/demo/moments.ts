import { DEMO_TIME_ZONE } from './team.ts';

/** Days before the load, and the time on that person's clock. */
export type Moment = { daysAgo: number; at: string };

/** The clinic's day, whatever hour it is: the database's own day is that of UTC, which begins in the clinic's evening. */
export const TODAY = `(now() at time zone '${DEMO_TIME_ZONE}')::date`;

/** So many days before the clinic's day, at this time of this zone's clock. */
export const momentSql = (daysAgo: string, at: string, zone: string): string =>
  `((${TODAY} - ${daysAgo}::integer + ${at}::time) at time zone ${zone}::text)`;

import { DEMO_TIME_ZONE } from './team.ts';

/** Days before the load, and the time on that person's clock. */
export type Moment = { daysAgo: number; at: string };

/** The clinic's current day. The database's own day is in UTC, which starts in the clinic's evening. */
export const TODAY = `(now() at time zone '${DEMO_TIME_ZONE}')::date`;

/** A number of days before the clinic's day, at this time in this zone. */
export const momentSql = (daysAgo: string, at: string, zone: string): string =>
  `((${TODAY} - ${daysAgo}::integer + ${at}::time) at time zone ${zone}::text)`;

/** Days before the load, and the time on that person's clock. */
export type Moment = { daysAgo: number; at: string };

/**
 * So many days before today, at this time of this zone's clock. Times lie between 6 am and 3:30 pm, which is the same day all over
 * the United States and in UTC: a test of yesterday is yesterday's for everyone.
 */
export const momentSql = (daysAgo: string, at: string, zone: string): string =>
  `((current_date - ${daysAgo}::integer + ${at}::time) at time zone ${zone}::text)`;

import type { Database } from './database/database.ts';
import { Problem } from './http/problem.ts';

export type Limit = { name: string; most: number; seconds: number };

/** Counts one use against a limit that all servers share; refuses with the seconds to wait. */
export async function takeFromLimit(
  database: Database,
  limit: Limit,
  who: string,
  code: string,
  message: string,
) {
  const { rows } = await database.query<{ wait: number }>(
    'select public.take_from_limit($1, $2, $3) as wait',
    [`${limit.name}:${who}`, limit.most, limit.seconds],
  );
  const wait = rows[0]!.wait;
  if (wait > 0) throw new Problem(429, code, message, wait);
}

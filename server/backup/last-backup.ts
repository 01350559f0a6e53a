import type { Database } from '../database/database.ts';

/** The time of the last backup, including its upload where one is configured. /metrics shows it. */
export async function recordBackup({ query }: Pick<Database, 'query'>, at: Date): Promise<void> {
  await query(
    `insert into portal_server.facts values ('last_backup', jsonb_build_object('at', $1::text))
     on conflict (name) do update set value = excluded.value`,
    [at.toISOString()],
  );
}

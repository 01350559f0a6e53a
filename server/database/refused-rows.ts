import type { Database } from './database.ts';

/**
 * By default, PostgreSQL logs each statement it refuses, with the row: what a patient entered, in a file
 * with other readers and another lifetime than the record. Only a superuser can change that, so the start
 * reports it. docs/deploy-own-server.md has the same statement.
 */
export async function refusedRowsInLog({ query }: Pick<Database, 'query'>): Promise<string | null> {
  const { rows } = await query<{ database: string; quiet: boolean }>(
    `select quote_ident(current_database()) as database,
       current_setting('log_min_messages') in ('log', 'fatal', 'panic') as quiet`,
  );
  const { database, quiet } = rows[0]!;
  return quiet
    ? null
    : `PostgreSQL logs the rows it rejects, including what patients entered. Have a superuser run: alter database ${database} set log_min_messages = 'fatal';`;
}

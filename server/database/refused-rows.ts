import type { Database } from './database.ts';

/**
 * PostgreSQL, as it is installed, writes each statement that it refuses into its log, with the row: what a patient entered,
 * in a file with other readers and another end than the record. Only a superuser may change that, so the start says it.
 * docs/deploy-own-server.md has the same statement.
 */
export async function refusedRowsInLog({ query }: Pick<Database, 'query'>): Promise<string | null> {
  const { rows } = await query<{ database: string; quiet: boolean }>(
    `select quote_ident(current_database()) as database,
       current_setting('log_min_messages') in ('log', 'fatal', 'panic') as quiet`,
  );
  const { database, quiet } = rows[0]!;
  return quiet
    ? null
    : `PostgreSQL writes rows that it refuses, with what patients entered, into its own log. Have a superuser run: alter database ${database} set log_min_messages = 'fatal';`;
}

import type { Database } from './database.ts';
import { DatabaseUnusable } from './reach.ts';

/** The limits that our own connections set; a pooler passes none on, so the role must have them. */
export async function refuseEndlessStatements({ query }: Database): Promise<void> {
  const { rows } = await query<{ name: string; endless: boolean }>(
    `select quote_ident(current_user) as name,
            '0' in (current_setting('statement_timeout'), current_setting('idle_in_transaction_session_timeout')) as endless`,
  );
  const { name, endless } = rows[0]!;
  if (!endless) return;
  throw new DatabaseUnusable(
    `Through the pooler of DATABASE_URL a statement of ${name} could run forever. Have a superuser run this, and reconnect the pooler:\n` +
      `  alter role ${name} set statement_timeout = '8s';\n` +
      `  alter role ${name} set idle_in_transaction_session_timeout = '15s';\n` +
      `  alter role ${name} set jit = off;`,
  );
}

import { PostgrestClient, type PostgrestSingleResponse } from '@supabase/postgrest-js';
import { AppError } from './app-error.ts';
import { config } from './config.ts';
import { fetchAsUser } from './supabase.ts';

let client: PostgrestClient | undefined;

/** Tables, as the signed-in patient may see them. Retries are up to the query client. */
export const from = (table: string) => database().from(table);

/** A procedure, as the signed-in patient. Without arguments it only reads. */
export const rpc = (name: string, values?: Record<string, unknown>) =>
  database().rpc(name, values, { get: !values });

function database(): PostgrestClient {
  client ??= new PostgrestClient(`${config().supabaseUrl}/rest/v1`, { fetch: fetchAsUser, retry: false });
  return client;
}

/**
 * The response's data, or its error thrown, with the server's message or `failure`. Rows are unknown until
 * the query has parsed them.
 */
export function dataOf({ data, error, status }: PostgrestSingleResponse<unknown>, failure?: string): unknown {
  if (error) throw new AppError(error.code || 'no_answer', (status && error.message) || failure, status);
  return data;
}

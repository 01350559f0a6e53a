import * as z from 'zod';
import type { Caller } from '../database/query-types.ts';
import type { Change } from './notifications.ts';

/** The changes a client subscribes to, in realtime-js' format. */
export const ChangesRequest = z.object({
  event: z.enum(['*', 'INSERT', 'UPDATE', 'DELETE']),
  schema: z.string().max(63),
  table: z.string().max(63).nullish(),
  filter: z.string().max(2_000).nullish(),
  select: z.array(z.string().max(63)).max(100).nullish(),
});
export type ChangesRequest = z.infer<typeof ChangesRequest>;
export type Subscription = ChangesRequest & { id: number };

export const isAbout = ({ event, schema, table }: Subscription, change: Change): boolean =>
  schema === change.schema &&
  (table == null || table === '*' || table === change.table) &&
  (event === '*' || event === change.type);

/**
 * A realtime-js filter, `a=eq.1,b=in.(2,3)`, and the requested columns, in the format of PostgREST's query
 * string.
 */
export function restQuery({ filter, select }: ChangesRequest, key: Record<string, unknown> = {}): string {
  const query = new URLSearchParams();
  if (select?.length) query.set('select', [...new Set([...select, ...Object.keys(key)])].join(','));
  for (const [column, value] of Object.entries(key)) query.append(column, `eq.${String(value)}`);
  if (filter) query.append('and', `(${conditionsOf(filter).join(',')})`);
  return query.toString();
}

/** Commas separate the conditions, except inside lists and quotes. */
function conditionsOf(filter: string): string[] {
  const conditions = [''];
  let [inQuotes, inList] = [false, false];
  for (let at = 0; at < filter.length; at += 1) {
    const letter = filter[at]!;
    if (letter === ',' && !inQuotes && !inList) {
      conditions.push('');
      continue;
    }
    if (letter === '"') inQuotes = !inQuotes;
    else if (!inQuotes && (letter === '(' || letter === ')')) inList = letter === '(';
    conditions[conditions.length - 1] += letter;
    // An escaped quote inside quotes doesn't end them.
    if (inQuotes && letter === '\\') conditions[conditions.length - 1] += filter[++at] ?? '';
  }
  return conditions.map((condition) => condition.trim().replace('=', '.')).filter(Boolean);
}

/**
 * Only the owner can read a patient's row, so it isn't read for anyone else. A deleted row can't be read
 * again under the policies, so only its key is sent, and only to its owner. Supabase sends it to all
 * subscribers of the table.
 */
export const mayReceive = ({ role, userId }: Caller, { owner, type }: Change): boolean =>
  role === 'service_role' || owner === userId || (owner === null && type !== 'DELETE');

import { readJson } from '../../../supabase/functions/_shared/answer/json.ts';
import { invalidBody, notImplemented, wrongContentType } from '../errors.ts';

/** No table has as many columns, and no function as many parameters. */
const MAX_KEYS = 200;

/** A body as received, and its shape. */
export type Payload = { text: string; isList: boolean; rows: number; keys: string[] };

/** Parses the rows of a body. Without the parameter `columns` all rows must have the same keys. */
export function parsePayload(text: string, contentType: string | null, columns: string[] | null): Payload {
  const json = parseJson(text, contentType);
  if (Array.isArray(json))
    return { text, isList: true, rows: json.length, keys: columns ?? sharedKeys(json) };
  if (isObject(json)) return { text, isList: false, rows: 1, keys: columns ?? keysOf(json) };
  // A single value isn't a row.
  return { text: '[]', isList: true, rows: 0, keys: columns ?? [] };
}

export function parseJson(text: string, contentType: string | null): unknown {
  if (contentType !== null && !/^application\/json\s*(;|$)/i.test(contentType))
    throw wrongContentType(contentType);
  try {
    return readJson(text);
  } catch {
    throw invalidBody('Empty or invalid json');
  }
}

function sharedKeys(rows: unknown[]): string[] {
  const [first] = rows;
  if (rows.length === 0) return [];
  if (!isObject(first)) throw invalidBody('All object keys must match');
  const keys = keysOf(first);
  const alike = (row: unknown) =>
    isObject(row) && Object.keys(row).length === keys.length && keys.every((key) => Object.hasOwn(row, key));
  if (!rows.every(alike)) throw invalidBody('All object keys must match');
  return keys;
}

const keysOf = (row: Record<string, unknown>): string[] => refuseManyKeys(Object.keys(row));

/** Each one would be looked up and named in a refusal. */
export function refuseManyKeys(keys: string[]): string[] {
  if (keys.length > MAX_KEYS) throw notImplemented(`more than ${MAX_KEYS} keys in a body`);
  return keys;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

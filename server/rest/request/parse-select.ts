import { aggregatesNotAllowed, notImplemented } from '../errors.ts';
import { readField, readName, type Field } from './parse-field.ts';
import { Reader } from '../reader.ts';

export type SelectItem =
  | { kind: 'all' }
  | { kind: 'field'; field: Field; alias: string | null; cast: string | null };

const AGGREGATE = /\.(?:sum|avg|count|max|min)\(\)/y;
/** No table has as many. */
const MAX_ITEMS = 200;
/** As many as a survey has answers. Each one reads the whole value again, and may return all of it. */
const MAX_REPEATS = 8;
const TYPE_NAME = /[\p{L}\d_ $]+/uy;

export function parseSelect(text: string): SelectItem[] {
  const reader = new Reader('select parameter', text);
  const items: SelectItem[] = [];
  reader.space();
  if (reader.atEnd) return items;
  do items.push(readItem(reader));
  while (items.length <= MAX_ITEMS && reader.take(','));
  if (items.length > MAX_ITEMS) throw notImplemented(`more than ${MAX_ITEMS} columns in select`);
  reader.expectEnd();
  refuseRepeats(items);
  return items;
}

function readItem(reader: Reader): SelectItem {
  reader.space();
  if (reader.take('*')) {
    reader.space();
    return { kind: 'all' };
  }
  if (reader.take('...')) throw notImplemented(`spreading the resource '${readName(reader)}'`);
  const alias = reader.attempt(() => {
    if (!/["\p{L}\d_ $]/u.test(reader.next())) return null;
    const name = readName(reader);
    return reader.match(/:(?!:)/y) ? name : null;
  });
  const field = readField(reader);
  refuseEmbedding(reader, field);
  const cast = reader.take('::') ? readType(reader) : null;
  if (reader.match(AGGREGATE)) throw aggregatesNotAllowed();
  if (!reader.atEnd && reader.next() !== ',')
    throw reader.unexpected('"->>", "->", "::", "," or end of input');
  return { kind: 'field', field, alias, cast };
}

function refuseRepeats(items: SelectItem[]): void {
  const repeats = new Map<string, number>();
  for (const item of items) {
    const name = item.kind === 'all' ? '*' : item.field.name;
    repeats.set(name, (repeats.get(name) ?? 0) + 1);
    if (repeats.get(name)! > MAX_REPEATS)
      throw notImplemented(`the column '${name}' more than ${MAX_REPEATS} times in select`);
  }
}

function refuseEmbedding(reader: Reader, { name }: Field): void {
  if (name === 'count' && reader.take('()')) throw aggregatesNotAllowed();
  if (reader.next() === '(' || reader.next() === '!')
    throw notImplemented(`embedding the resource '${name}' in select`);
}

function readType(reader: Reader): string {
  const type = reader.match(TYPE_NAME)?.[0].trim();
  if (!type) throw reader.unexpected('letter or digit');
  return type;
}

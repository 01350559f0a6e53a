import { aggregatesNotAllowed, notImplemented } from './errors.ts';
import { readField, readName, type Field } from './parse-field.ts';
import { Reader } from './reader.ts';

export type SelectItem =
  | { kind: 'all' }
  | { kind: 'field'; field: Field; alias: string | null; cast: string | null };

const AGGREGATE = /\.(?:sum|avg|count|max|min)\(\)/y;
/** No table has as many; a column asked for a thousand times would fill the memory with one row. */
const MOST_ITEMS = 200;
const TYPE_NAME = /[\p{L}\d_ $]+/uy;

export function parseSelect(text: string): SelectItem[] {
  const reader = new Reader('select parameter', text);
  const items: SelectItem[] = [];
  reader.space();
  if (reader.atEnd) return items;
  do items.push(readItem(reader));
  while (items.length <= MOST_ITEMS && reader.take(','));
  if (items.length > MOST_ITEMS) throw notImplemented(`more than ${MOST_ITEMS} columns in select`);
  reader.expectEnd();
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

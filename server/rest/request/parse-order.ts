import { notImplemented } from '../errors.ts';
import { readField, type Field } from './parse-field.ts';
import { Reader } from '../reader.ts';

export type OrderTerm = { field: Field; descending: boolean; nulls: 'first' | 'last' | null };

const DIRECTION = /\.(asc|desc)(?=[.,\s]|$)/y;
const NULLS = /\.nulls(first|last)(?=[,\s]|$)/y;

export function parseOrder(text: string): OrderTerm[] {
  const reader = new Reader('order', text);
  const terms: OrderTerm[] = [];
  do terms.push(readTerm(reader));
  while (reader.take(','));
  reader.expectEnd();
  return terms;
}

function readTerm(reader: Reader): OrderTerm {
  const field = readField(reader);
  if (reader.next() === '(') throw notImplemented(`ordering by the embedded resource '${field.name}'`);
  const descending = reader.match(DIRECTION)?.[1] === 'desc';
  const nulls = (reader.match(NULLS)?.[1] ?? null) as OrderTerm['nulls'];
  reader.space();
  if (!reader.atEnd && reader.next() !== ',')
    throw reader.unexpected('"asc", "desc", "nullsfirst", "nullslast", "," or end of input');
  return { field, descending, nulls };
}

import { notImplemented } from '../errors.ts';
import type { Reader } from '../reader.ts';

/** A step into a JSON value; the last one may ask for text (`->>`). */
export type JsonStep = { key: string | number; asText: boolean };
export type Field = { name: string; path: JsonStep[] };

const MAX_STEPS = 10;
const PLAIN_NAME = /[\p{L}\d_ $]+(?:-(?!>)[\p{L}\d_ $]+)*/uy;
const JSON_KEY = /[^(\-:.,>)]+(?:-(?!>)[^(\-:.,>)]+)*/uy;
const JSON_INDEX = /-?\d+(?=->|::|[.,)]|$)/y;
const QUOTED = /"((?:[^"\\]|\\[\s\S])*)"/y;

export function readField(reader: Reader): Field {
  reader.space();
  const field = { name: readName(reader), path: readJsonPath(reader) };
  reader.space();
  return field;
}

export function readName(reader: Reader): string {
  const name = readQuoted(reader) ?? reader.match(PLAIN_NAME)?.[0].trim();
  if (name === undefined) throw reader.unexpected('field name (* or [a..z0..9_$])');
  return name;
}

/** Inside quotes a backslash makes the next character an ordinary one. */
export function readQuoted(reader: Reader): string | null {
  const quoted = reader.match(QUOTED)?.[1];
  return quoted === undefined ? null : quoted.replaceAll(/\\([\s\S])/g, '$1');
}

function readJsonPath(reader: Reader): JsonStep[] {
  const path: JsonStep[] = [];
  for (;;) {
    const asText = reader.take('->>');
    if (!asText && !reader.take('->')) return path;
    path.push({ key: readJsonKey(reader), asText });
    if (path.length > MAX_STEPS) throw notImplemented(`more than ${MAX_STEPS} steps into a JSON value`);
  }
}

function readJsonKey(reader: Reader): string | number {
  const index = reader.match(JSON_INDEX)?.[0];
  if (index !== undefined) return Number(index);
  const key = readQuoted(reader) ?? reader.match(JSON_KEY)?.[0].trim();
  if (key === undefined) throw reader.unexpected('any non reserved character different from: .,>()');
  return key;
}

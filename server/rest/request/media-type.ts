import { noMediaType } from '../errors.ts';

export type MediaType = { single: boolean; stripNulls: boolean; contentType: string };

const ARRAY = 'application/vnd.pgrst.array+json';
const OBJECT = 'application/vnd.pgrst.object+json';
const JSON_TYPE: MediaType = {
  single: false,
  stripNulls: false,
  contentType: 'application/json; charset=utf-8',
};

/** The answer's form, from `Accept`: a list, a list without nulls, or a single object. */
export function chooseMediaType(accept: string | null): MediaType {
  if (accept === null || accept === '*/*' || accept === 'application/json') return JSON_TYPE;
  const wanted = accept
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => ({ part, weight: Number(/;\s*q=([\d.]+)/.exec(part)?.[1] ?? 1) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { part } of wanted) {
    const type = knownType(part);
    if (type) return type;
  }
  if (wanted.length === 0) return JSON_TYPE;
  throw noMediaType(wanted.map(({ part }) => part).join(', '));
}

function knownType(part: string): MediaType | null {
  const [name = '', ...options] = part.split(';').map((piece) => piece.trim().toLowerCase());
  const stripNulls = options.includes('nulls=stripped');
  const ending = `${stripNulls ? ';nulls=stripped' : ''}; charset=utf-8`;
  switch (name) {
    case '*/*':
    case 'application/*':
    case 'application/json':
      return JSON_TYPE;
    case ARRAY:
    case 'application/vnd.pgrst.array':
      return stripNulls ? { single: false, stripNulls, contentType: ARRAY + ending } : JSON_TYPE;
    case OBJECT:
    case 'application/vnd.pgrst.object':
      return { single: true, stripNulls, contentType: OBJECT + ending };
    default:
      return null;
  }
}

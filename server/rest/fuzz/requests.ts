import fc from 'fast-check';
import { callParameters, changeParameters, insertParameters, name, readParameters } from './query.ts';
import { list, marked, mostly, NUMERIC_CANARY } from './text.ts';

export type FuzzRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
};

const escaped = (text: string) => encodeURIComponent(text.toWellFormed());
const queryString = (pairs: string[][]) =>
  pairs
    .map((pair) => pair.map(escaped).join('='))
    .join('&')
    .slice(0, 12_000);

const headerText = fc.string({ unit: 'grapheme-ascii', maxLength: 20 }).map((text) => text.trim());
const headers = fc.record(
  {
    prefer: mostly(
      list(
        fc.constantFrom(
          'count=exact',
          'return=representation',
          'return=headers-only',
          'resolution=merge-duplicates',
          'resolution=ignore-duplicates',
          'missing=default',
          'tx=rollback',
          'handling=strict',
          'max-affected=1',
        ),
      ),
      headerText,
    ),
    range: mostly(
      fc.constantFrom('0-2', '5-', '0-99'),
      fc.oneof(fc.constantFrom('9-1', '0-99999999999999999999', '-'), headerText),
    ),
    accept: mostly(
      fc.constantFrom(
        '*/*',
        '*/*',
        'application/json',
        'application/vnd.pgrst.object+json',
        'application/vnd.pgrst.object+json;nulls=stripped',
        'application/vnd.pgrst.array+json;nulls=stripped',
      ),
      headerText,
    ),
    'content-type': mostly(
      fc.constantFrom('application/json', 'application/json; charset=utf-8'),
      fc.constant('text/csv'),
    ),
    'accept-profile': mostly(fc.constant('public'), fc.constant('auth')),
  },
  { requiredKeys: ['content-type'] },
);

const entry = fc.record(
  {
    title: marked,
    note: fc.constantFrom(null, NUMERIC_CANARY),
    done: fc.boolean(),
    amount: fc.constant(Number(NUMERIC_CANARY)),
    tags: fc.array(marked, { maxLength: 2 }),
    data: fc.dictionary(marked, marked, { maxKeys: 2 }),
  },
  { requiredKeys: ['title'] },
);
const wrongEntry = fc.dictionary(
  fc.oneof(name, marked),
  fc.oneof(marked, fc.constant(null), fc.array(marked)),
  { maxKeys: 3 },
);
const row = mostly<object>(entry, wrongEntry);
const json = (value: object) => JSON.stringify(value);
const body = mostly(
  fc.oneof(
    row.map(json),
    row.map((one) => json([one])),
    row.map((one) => json([one, one])),
    fc.array(row, { maxLength: 2 }).map(json),
  ),
  fc.oneof(marked, fc.constantFrom('', '[', '{}', '[]', '1', '[[[[1]]]]')),
);
const callBody = fc.oneof(
  fc
    .dictionary(
      fc.constantFrom('a', 'b', 'n', 'words', 'new_title', 'min_id'),
      fc.oneof(marked, fc.constant(3)),
      { maxKeys: 1 },
    )
    .map(json),
  body,
);

const table = mostly(
  fc.constantFrom('entries', 'entries', 'entry_titles'),
  fc.oneof(fc.constantFrom('pairs', 'secrets', 'write_only', 'nothing'), marked.map(escaped)),
);
const routine = fc
  .constantFrom(
    'add',
    'my_entries',
    'split',
    'rename_all',
    'total',
    'echo',
    'who',
    'hidden',
    'spans',
    'numbers',
  )
  .map((called) => `rpc/${called}`);

const requests = (
  methods: string[],
  target: fc.Arbitrary<string>,
  parameters: fc.Arbitrary<string[][]>,
  sent: fc.Arbitrary<string> | null,
): fc.Arbitrary<FuzzRequest> =>
  fc
    .record({
      method: fc.constantFrom(...methods),
      target,
      parameters,
      headers,
      body: sent ?? fc.constant(null),
    })
    .map((made) => ({
      method: made.method,
      path: `${made.target}?${queryString(made.parameters)}`,
      headers: made.headers,
      body: made.body?.toWellFormed() ?? null,
    }));

export const fuzzRequest: fc.Arbitrary<FuzzRequest> = fc.oneof(
  { weight: 6, arbitrary: requests(['GET', 'GET', 'HEAD'], table, readParameters, null) },
  { weight: 3, arbitrary: requests(['POST'], table, insertParameters, body) },
  { weight: 2, arbitrary: requests(['PATCH', 'DELETE', 'PUT'], table, changeParameters, body) },
  { weight: 1, arbitrary: requests(['GET', 'HEAD'], routine, callParameters, null) },
  { weight: 1, arbitrary: requests(['POST'], routine, fc.constant([]), callBody) },
);

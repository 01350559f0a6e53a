import { parsePayload } from '../request/payload.ts';
import type { Plan, RestRequest } from './plan.ts';
import type { AppliedName } from '../request/preferences.ts';
import { contentRangeOf } from '../request/range.ts';
import { refuseFilters } from '../refuse.ts';
import type { Relation, Schema } from '../schema/schema-cache.ts';
import { columnOf } from '../sql/field.ts';
import { insertSql, INSERTED, type Conflict } from '../sql/write.ts';
import {
  bodyColumns,
  finishWriting,
  parseWriteOptions,
  returningSql,
  startWriting,
  type Writing,
} from '../writing.ts';

/** POST to a table or view: an insert, or an upsert with `Prefer: resolution`. */
export function planInsert(request: RestRequest, schema: Schema): Plan {
  const options = parseWriteOptions(request);
  refuseFilters(options.query, 'POST');
  const payload = parsePayload(request.body, request.contentType, options.query.columns);
  const writing = startWriting(options, request, schema);
  const { preferences, relation, values } = writing;
  const conflict = conflictFor(writing);
  const located = preferences.return === 'headers-only' && relation.key.length > 0;
  const insert = insertSql(
    relation,
    bodyColumns(relation, payload.keys),
    payload,
    {
      conflict,
      useDefaults: preferences.missing === 'default',
      returning: located ? returningSql(relation.key) : writing.returning,
    },
    values,
  );
  const meaningful: AppliedName[] = ['missing', 'return', 'count', 'tx', 'handling'];
  if (conflict) meaningful.push('resolution');
  return finishWriting(writing, insert, {
    extraColumns: `${conflict?.resolution === 'merge' ? COUNT_INSERTED : ''}${located ? KEY_OF_FIRST : ''}`,
    meaningful,
    status: ({ inserted }) => (inserted === 0 ? 200 : 201),
    contentRange: (_rows, total) => contentRangeOf(1, 0, total),
    location: ({ location }) => (location ? locationOf(relation, location) : null),
  });
}

const COUNT_INSERTED = `, nullif(current_setting('${INSERTED}', true), '')::int as inserted`;
const KEY_OF_FIRST = `, (
  select json_object_agg(key, value) from json_each_text((select row_to_json(s) from source s limit 1))
)::text as location`;

function conflictFor({ preferences, query, relation }: Writing): Conflict | null {
  if (!preferences.resolution) return null;
  const source = { label: relation.name, columns: relation.columns };
  const columns = query.onConflict?.map((name) => columnOf(source, name).name) ?? relation.key;
  if (columns.length === 0) return null;
  return { resolution: preferences.resolution === 'merge-duplicates' ? 'merge' : 'ignore', columns };
}

function locationOf({ name }: Relation, key: string): string {
  const parts = Object.entries(JSON.parse(key) as Record<string, string>).map(
    ([column, value]) => `${encodeURIComponent(column)}=eq.${encodeURIComponent(value)}`,
  );
  return `/${encodeURIComponent(name)}?${parts.join('&')}`;
}

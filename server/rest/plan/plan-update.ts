import { invalidBody } from '../errors.ts';
import { parsePayload } from '../request/payload.ts';
import type { Plan, RestRequest } from './plan.ts';
import { contentRangeOf } from '../request/range.ts';
import { refuseConflictTarget } from '../refuse.ts';
import type { Schema } from '../schema/schema-cache.ts';
import { updateSql } from '../sql/write.ts';
import { quote } from '../sql/values.ts';
import { bodyColumns, finishWriting, parseWriteOptions, startWriting } from '../writing.ts';

/** PATCH of a table or view. */
export function planUpdate(request: RestRequest, schema: Schema): Plan {
  const options = parseWriteOptions(request);
  refuseConflictTarget(options.query);
  const payload = parsePayload(request.body, request.contentType, options.query.columns);
  if (payload.rows > 1) throw invalidBody('PATCH takes one object');
  const writing = startWriting(options, request, schema);
  const { query, preferences, relation, represented, values } = writing;
  const columns = payload.rows === 0 ? [] : bodyColumns(relation, payload.keys);
  const updateOptions = { useDefaults: preferences.missing === 'default', returning: writing.returning };
  const update = columns.length
    ? updateSql(relation, columns, payload, query.conditions, updateOptions, values)
    : // Nothing to set, so no row changes.
      `select ${writing.returning} from public.${quote(relation.name)} t where false`;
  return finishWriting(writing, update, {
    meaningful: ['missing', 'return', 'count', 'tx', 'handling', 'max-affected'],
    status: () => (represented ? 200 : 204),
    contentRange: (rows, total) => contentRangeOf(0, rows - 1, total),
  });
}

import type { Plan, RestRequest } from './plan.ts';
import { contentRangeOf } from '../request/range.ts';
import { refuseColumns, refuseConflictTarget } from '../refuse.ts';
import type { Schema } from '../schema/schema-cache.ts';
import { deleteSql } from '../sql/write.ts';
import { finishWriting, parseWriteOptions, startWriting } from '../writing.ts';

/** DELETE of rows of a table or view. */
export function planDelete(request: RestRequest, schema: Schema): Plan {
  const options = parseWriteOptions(request);
  refuseColumns(options.query);
  refuseConflictTarget(options.query);
  const writing = startWriting(options, request, schema);
  const { query, relation, represented, returning, values } = writing;
  return finishWriting(writing, deleteSql(relation, query.conditions, returning, values), {
    meaningful: ['return', 'count', 'tx', 'handling', 'max-affected'],
    status: () => (represented ? 200 : 204),
    contentRange: (_rows, total) => contentRangeOf(1, 0, total),
  });
}

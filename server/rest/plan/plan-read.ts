import { functionToReadThrough } from '../audit-reads.ts';
import { notOneRow } from '../errors.ts';
import { chooseMediaType, type MediaType } from '../request/media-type.ts';
import { parseQuery } from '../request/parse-query.ts';
import { relationFor, type StatementResult, type Plan, type RestRequest } from './plan.ts';
import {
  appliedPreferences,
  parsePreferences,
  type AppliedName,
  type Preferences,
} from '../request/preferences.ts';
import { rangeAnswer, requestedRange, type Range } from '../request/range.ts';
import { refuseColumns, refuseConflictTarget } from '../refuse.ts';
import type { Schema } from '../schema/schema-cache.ts';
import { readSql } from '../sql/read.ts';
import { quote, Values } from '../sql/values.ts';

/** GET and HEAD of a table or view. */
export function planRead(request: RestRequest, schema: Schema): Plan {
  const preferences = parsePreferences(request);
  const media = chooseMediaType(request.accept);
  const query = parseQuery(request.query, { takesArguments: false });
  refuseColumns(query);
  refuseConflictTarget(query);
  const through = functionToReadThrough(request);
  const relation = relationFor(schema, request.name, through ? 'service_role' : request.role);
  const range = requestedRange(query.limit, query.offset, request.range);
  const values = new Values();
  const reading = readSql(
    through ? 'source t' : `public.${quote(relation.name)} t`,
    { label: relation.name, columns: relation.columns },
    {
      query,
      range,
      media,
      // Always exact: an estimate would reveal how many rows others have.
      counted: preferences.count !== undefined,
      bodyless: request.method === 'HEAD',
    },
    values,
  );
  const text = through ? `with source as materialized (select * from ${through}) ${reading}` : reading;
  return {
    statement: { text, values: values.list },
    readOnly: through === null,
    answer: (outcome) => readAnswer(outcome, range, media, preferences, ['count', 'tx', 'handling']),
  };
}

export function readAnswer(
  { body, rows, total }: StatementResult,
  range: Range,
  media: MediaType,
  preferences: Preferences,
  meaningful: readonly AppliedName[],
) {
  const { status, contentRange } = rangeAnswer(range, rows, total ?? null);
  if (media.single && rows !== 1) throw notOneRow(rows);
  const headers: Record<string, string> = {
    'Content-Type': media.contentType,
    'Content-Range': contentRange,
  };
  const applied = appliedPreferences(preferences, meaningful);
  if (applied !== null) headers['Preference-Applied'] = applied;
  return { status, headers, body };
}

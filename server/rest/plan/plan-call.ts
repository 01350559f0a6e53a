import { maxAffectedNeedsRows } from '../errors.ts';
import { findRoutine, type Call } from './find-routine.ts';
import { chooseMediaType } from '../request/media-type.ts';
import { parseQuery, type Query } from '../request/parse-query.ts';
import { isObject, parseJson } from '../request/payload.ts';
import { decisionFor, type Plan, type RestRequest } from './plan.ts';
import { readAnswer } from './plan-read.ts';
import { parsePreferences } from '../request/preferences.ts';
import { requestedRange } from '../request/range.ts';
import { refuseColumns, refuseConflictTarget } from '../refuse.ts';
import type { Schema } from '../schema/schema-cache.ts';
import { callSql } from '../sql/call.ts';
import { readSql } from '../sql/read.ts';
import { Values } from '../sql/values.ts';

/** GET, HEAD and POST of `rpc/<function>`. */
export function planCall(request: RestRequest, schema: Schema): Plan {
  const isPost = request.method === 'POST';
  const preferences = parsePreferences(request);
  const media = chooseMediaType(request.accept);
  const query = parseQuery(request.query, { takesArguments: !isPost });
  refuseColumns(query);
  refuseConflictTarget(query);
  const call = isPost ? bodyCall(request) : queryCall(query);
  const routine = findRoutine(schema, request.name, call, request.role);
  const { returnsSet, returns } = routine;
  if (preferences.maxAffected !== undefined && !returnsSet) throw maxAffectedNeedsRows();
  const range = requestedRange(query.limit, query.offset, isPost ? null : request.range);
  const values = new Values();
  const source = callSql(routine, call, values);
  const reading = readSql(
    'source t',
    { label: routine.name, columns: routine.columns, scalar: returns !== 'row' },
    {
      query,
      range,
      media: { ...media, single: media.single || !returnsSet },
      counted: preferences.count !== undefined,
      bodyless: request.method === 'HEAD',
    },
    values,
  );
  return {
    statement: { text: `with source as (${source}) ${reading}`, values: values.list },
    // A GET never writes. A function that tries to write fails.
    readOnly: !isPost || routine.readOnly,
    ...decisionFor(preferences, media),
    answer: (outcome) => {
      const meaningful = ['count', 'tx', 'handling', 'max-affected'] as const;
      const answer = readAnswer(outcome, range, media, preferences, meaningful);
      if (returns !== 'void') return answer;
      const { 'Content-Type': _none, ...headers } = answer.headers;
      return { status: 204, headers, body: null };
    },
  };
}

function bodyCall({ body, contentType }: RestRequest): Call {
  const text = body === '' ? '{}' : body;
  const json = parseJson(text, contentType);
  return { names: isObject(json) ? Object.keys(json) : null, wholeBody: text, argumentsFor: () => text };
}

function queryCall({ arguments: pairs }: Query): Call {
  return {
    names: [...new Set(pairs.map(([name]) => name))],
    wholeBody: null,
    argumentsFor: ({ parameters }) => {
      const many = new Set(parameters.filter((one) => one.variadic).map((one) => one.name));
      const json: Record<string, string | string[]> = {};
      for (const [name, value] of pairs)
        json[name] = many.has(name) ? [...((json[name] as string[] | undefined) ?? []), value] : value;
      return JSON.stringify(json);
    },
  };
}

import { unknownBodyColumn } from './errors.ts';
import { chooseMediaType, type MediaType } from './request/media-type.ts';
import { parseQuery, type Query } from './request/parse-query.ts';
import {
  decisionFor,
  headersOf,
  relationFor,
  type StatementResult,
  type Plan,
  type RestRequest,
} from './plan/plan.ts';
import {
  appliedPreferences,
  parsePreferences,
  type AppliedName,
  type Preferences,
} from './request/preferences.ts';
import { refuseRowOrderAndRange } from './refuse.ts';
import type { Column, Relation, Schema } from './schema/schema-cache.ts';
import { answerSql } from './sql/read.ts';
import { columnsRead, selectSql } from './sql/select.ts';
import { quote, Values } from './sql/values.ts';

/** The request of a POST, PATCH or DELETE, parsed without the schema. */
export type WriteOptions = { query: Query; preferences: Preferences; media: MediaType };

/** The same request with its table. The plan is made from this. */
export type Writing = WriteOptions & {
  relation: Relation;
  /** Whether the caller wants the written rows back. */
  represented: boolean;
  /**
   * The columns for `returning`. `1` if the answer needs none, so that the caller needs no right to read
   * them.
   */
  returning: string;
  values: Values;
};

export function parseWriteOptions(request: RestRequest): WriteOptions {
  const query = parseQuery(request.query, { takesArguments: false });
  refuseRowOrderAndRange(query, request.method);
  return {
    query,
    preferences: parsePreferences(request),
    media: chooseMediaType(request.accept),
  };
}

export function startWriting(options: WriteOptions, { name, role }: RestRequest, schema: Schema): Writing {
  const relation = relationFor(schema, name, role);
  const represented = options.preferences.return === 'representation';
  const read = columnsRead(options.query.select, { label: relation.name, columns: relation.columns });
  return {
    ...options,
    relation,
    represented,
    returning: represented && read.length ? returningSql(read) : '1',
    values: new Values(),
  };
}

export const returningSql = (columns: string[]) => columns.map((name) => `t.${quote(name)}`).join(', ');

/** The columns that a body fills. */
export function bodyColumns(relation: Relation, keys: string[]): Column[] {
  return keys.map((key) => {
    const column = relation.columns.get(key);
    if (!column) throw unknownBodyColumn(relation.name, key);
    return column;
  });
}

type Finish = {
  /** SQL for further columns about the written rows, such as the number of new ones. */
  extraColumns?: string;
  meaningful: AppliedName[];
  status: (outcome: StatementResult) => number;
  contentRange: (rows: number, total: number | null) => string;
  location?: (outcome: StatementResult) => string | null;
};

/** Turns the SQL of a change into the plan of the whole request. */
export function finishWriting(writing: Writing, change: string, finish: Finish): Plan {
  const { preferences, media, represented, values } = writing;
  return {
    statement: {
      text: `with source as (${change}) ${answerOf(writing, finish.extraColumns)}`,
      values: values.list,
    },
    readOnly: false,
    ...decisionFor(preferences, represented ? media : null),
    answer: (outcome) => ({
      status: finish.status(outcome),
      headers: headersOf({
        Location: finish.location?.(outcome) ?? null,
        'Content-Range': finish.contentRange(outcome.rows, preferences.count ? outcome.rows : null),
        'Content-Type': represented ? media.contentType : null,
        'Preference-Applied': appliedPreferences(preferences, finish.meaningful),
      }),
      body: represented ? outcome.body : null,
    }),
  };
}

function answerOf({ query, relation, media, represented, values }: Writing, extraColumns = ''): string {
  if (!represented) return `select null as body, count(*)::int as rows${extraColumns} from source`;
  // Here `*` means the returned columns. An empty select has none.
  const source = { label: relation.name, columns: relation.columns };
  const selection = selectSql(query.select, source, values);
  return answerSql(`select ${selection.columns} from source t`, selection, media, { extraColumns });
}

import type { Caller, Statement } from '../../database/query-types.ts';
import { notOneRow, permissionDenied, tooManyAffected, unknownTable } from '../errors.ts';
import type { MediaType } from '../request/media-type.ts';
import type { Preferences } from '../request/preferences.ts';
import type { Relation, Schema } from '../schema/schema-cache.ts';

/** The parts of an HTTP request we read. Functions that call internally build it without a Request. */
export type IncomingRequest = Pick<Request, 'method' | 'url' | 'text'> & { headers: Pick<Headers, 'get'> };

export type Target =
  | { kind: 'relation'; name: string }
  | { kind: 'function'; name: string }
  | { kind: 'unknown' };

/** The parts of a request before any of them is parsed. */
export type RestRequest = {
  method: string;
  url: string;
  /** The table, view or function. */
  name: string;
  query: string;
  body: string;
  contentType: string | null;
  accept: string | null;
  prefer: string | null;
  range: string | null;
  role: Caller['role'];
};

/** The one row that every statement returns. */
export type StatementResult = {
  body: string | null;
  rows: number;
  total?: number;
  inserted?: number | null;
  location?: string | null;
};

export type Answer = { status: number; headers: Record<string, string>; body: string | null };

export type Plan = {
  statement: Statement;
  readOnly: boolean;
  /** Present only if the commit depends on the outcome. */
  decide?: (outcome: StatementResult) => 'commit' | 'rollback';
  answer: (outcome: StatementResult) => Answer;
};

export type Planner = (request: RestRequest, schema: Schema) => Plan;

export function relationFor(schema: Schema, name: string, role: Caller['role']): Relation {
  const relation = schema.relations.get(name);
  if (!relation) throw unknownTable(name);
  if (!relation.roles.includes(role)) throw permissionDenied(role, relation.kind, name);
  return relation;
}

/** Undoes changes the caller didn't mean: more rows than allowed, more than one object, or a trial run. */
export function decisionFor(preferences: Preferences, media: MediaType | null): Pick<Plan, 'decide'> {
  const { tx, maxAffected } = preferences;
  const single = media?.single === true;
  if (!single && tx !== 'rollback' && maxAffected === undefined) return {};
  return {
    decide: ({ rows }) => {
      if (maxAffected !== undefined && rows > maxAffected) throw tooManyAffected(rows);
      if (single && rows !== 1) throw notOneRow(rows);
      return tx === 'rollback' ? 'rollback' : 'commit';
    },
  };
}

/** An answer's headers, without empty ones. */
export function headersOf(headers: Record<string, string | null>): Record<string, string> {
  const present: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) if (value !== null) present[name] = value;
  return present;
}

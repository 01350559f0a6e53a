import type { AsCallerOptions, Database } from '../database/database.ts';
import type { Caller } from '../database/query-types.ts';
import { invalidPath, invalidSchema, NotInSchema, unsupportedMethod, wrongRpcMethod } from './errors.ts';
import type {
  Answer,
  IncomingRequest,
  StatementResult,
  Plan,
  Planner,
  RestRequest,
  Target,
} from './plan/plan.ts';
import { createPlanCache } from './plan/plan-cache.ts';
import { planCall } from './plan/plan-call.ts';
import { planDelete } from './plan/plan-delete.ts';
import { planInsert } from './plan/plan-insert.ts';
import { planRead } from './plan/plan-read.ts';
import { planUpdate } from './plan/plan-update.ts';
import { createSchemaCache } from './schema/schema-cache.ts';
import { createStatementNames } from './sql/statement-names.ts';

const PLANNERS: Record<string, Planner> = {
  GET: planRead,
  HEAD: planRead,
  POST: planInsert,
  PATCH: planUpdate,
  DELETE: planDelete,
};

/** Takes a request through its stages: parses it, plans one statement, runs that as the caller, answers. */
export function createRunner(database: Database) {
  const cache = createSchemaCache(database, () => performance.now());
  const nameOf = createStatementNames();

  const planCached = createPlanCache();

  async function planFor(caller: Caller, incoming: IncomingRequest, target: Target): Promise<Plan> {
    if (target.kind === 'unknown') throw invalidPath();
    const planner = plannerFor(incoming.method, target.kind);
    refuseOtherSchemas(incoming.headers);
    const request = await readRequest(incoming, target.name, caller);
    const schema = await cache.current();
    try {
      return planCached(request, schema, planner);
    } catch (error) {
      if (!(error instanceof NotInSchema)) throw error;
      const newer = await cache.newerThan(schema);
      if (newer === schema) throw error;
      return planCached(request, newer, planner);
    }
  }

  return async function run(
    caller: Caller,
    incoming: IncomingRequest,
    target: Target,
    turn?: AsCallerOptions['turn'],
  ): Promise<Answer> {
    const plan = await planFor(caller, incoming, target).catch(async (error: unknown) => {
      // A person who has signed out learns only that, not which tables exist, because this query checks the
      // session.
      if (caller.sessionId) await database.asCaller(caller, { text: 'select 1' }, { readOnly: true });
      throw error;
    });
    const { statement, readOnly, decide } = plan;
    const name = nameOf(statement.text, caller);
    const result = await database.asCaller(caller, name === undefined ? statement : { ...statement, name }, {
      readOnly,
      ...(turn && { turn }),
      ...(decide && { decide: ({ rows }) => decide(rows[0] as StatementResult) }),
    });
    return plan.answer(result.rows[0] as StatementResult);
  };
}

function plannerFor(method: string, kind: 'relation' | 'function'): Planner {
  if (kind === 'function') {
    if (!['GET', 'HEAD', 'POST'].includes(method)) throw wrongRpcMethod(method);
    return planCall;
  }
  const planner = PLANNERS[method];
  if (!planner) throw unsupportedMethod(method);
  return planner;
}

function refuseOtherSchemas(headers: IncomingRequest['headers']): void {
  for (const header of ['accept-profile', 'content-profile']) {
    const schema = headers.get(header);
    if (schema !== null && schema !== 'public') throw invalidSchema(schema);
  }
}

async function readRequest(incoming: IncomingRequest, name: string, { role }: Caller): Promise<RestRequest> {
  const { method, headers, url } = incoming;
  const hasBody = method === 'POST' || method === 'PATCH';
  return {
    method,
    url,
    name,
    query: queryOf(url),
    body: hasBody ? await incoming.text() : '',
    contentType: headers.get('content-type'),
    accept: headers.get('accept'),
    prefer: headers.get('prefer'),
    range: headers.get('range'),
    role,
  };
}

function queryOf(url: string): string {
  const start = url.indexOf('?');
  if (start < 0) return '';
  const end = url.indexOf('#', start);
  return end < 0 ? url.slice(start + 1) : url.slice(start + 1, end);
}

export type Runner = ReturnType<typeof createRunner>;

import { Hono, type Context } from 'hono';
import { isDatabaseError, type Caller } from '../database/database.ts';
import { problemOf } from '../http/answer-problem.ts';
import type { Identify } from '../http/caller.ts';
import { forSessionOf } from '../http/inside.ts';
import { requestIdOf } from '../http/observe-requests.ts';
import { Problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { auditRead, withoutQuotes } from './audit-reads.ts';
import { fromDatabase } from './database-errors.ts';
import { RestError } from './errors.ts';
import { createRunner, type Target } from './runner.ts';

/** PostgREST's part of the protocol, for the tables, views and functions of schema `public`. */
export function restRoutes(services: Services, identify: Identify): Hono {
  const run = createRunner(services.database);

  async function serve(context: Context, target: Target): Promise<Response> {
    let role: Caller['role'] = 'anon';
    try {
      const caller = forSessionOf(context, await identify(context.req.raw.headers));
      role = caller.role;
      await auditRead(services.database, caller, { method: context.req.method, target });
      const { status, headers, body } = await run(caller, context.req.raw, target);
      return new Response(body, { status, headers });
    } catch (error) {
      const refusal = withoutQuotes(refusalOf(error, role), target);
      if (refusal.status >= 500)
        services.log('request failed', {
          id: requestIdOf(context),
          route: context.req.routePath,
          code: refusal.code,
        });
      return answerRefusal(refusal);
    }
  }

  // One route for all: what is below it is a table's name, or `rpc/` and a function's.
  return new Hono().all('/*', (context) => serve(context, targetOf(context.req.path)));
}

function targetOf(path: string): Target {
  const [, , , ...parts] = path.split('/').map(decoded);
  const [first = '', second = ''] = parts;
  if (parts.length === 1 && first !== '') return { kind: 'relation', name: first };
  if (parts.length === 2 && first === 'rpc' && second !== '') return { kind: 'function', name: second };
  return { kind: 'unknown' };
}

function decoded(part: string): string {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function refusalOf(error: unknown, role: Caller['role']): RestError {
  if (error instanceof RestError) return error;
  if (error instanceof Problem && error.status === 401) return new RestError(401, 'PGRST301', error.message);
  if (isDatabaseError(error)) return fromDatabase(error, role);
  const { status, message, retryAfter } = problemOf(error);
  return new RestError(status, status === 503 ? 'PGRST001' : 'PGRSTX00', message, {
    headers: retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) },
  });
}

function answerRefusal(refusal: RestError): Response {
  const headers: Record<string, string> = {
    'Content-Type': 'application/json; charset=utf-8',
    ...refusal.headers,
  };
  if (refusal.status === 401) headers['WWW-Authenticate'] = 'Bearer';
  return new Response(refusal.body(), { status: refusal.status, headers });
}

import { isDatabaseError } from '../database/database.ts';
import type { Caller } from '../database/query-types.ts';
import { problemOf } from '../http/answer-problem.ts';
import { onBehalfOf, type Behalf } from '../http/inside.ts';
import { Problem } from '../http/problem.ts';
import type { RefuseUnsent } from '../http/unsent-answers.ts';
import type { Services } from '../services.ts';
import { auditBrokenRead, withoutQuotedValue } from './audit-reads.ts';
import { fromDatabase } from './database-errors.ts';
import { RestError } from './errors.ts';
import type { Answer, IncomingRequest, Target } from './plan/plan.ts';

/**
 * Where a request comes from. Only an external one has an id, and an answer that may have to wait to be sent.
 */
type Origin = { requestId: string | null; behalf: Behalf; refuseUnsent?: RefuseUnsent | undefined };
export type Rest = (incoming: IncomingRequest, path: string, origin: Origin) => Promise<Answer>;

/** PostgREST's part of the protocol, for the tables, views and functions of schema `public`. */
export function createRest({ database, log, identify, runRest }: Services): Rest {
  return async (incoming, path, { requestId, behalf, refuseUnsent }) => {
    const target = targetOf(path);
    let role: Caller['role'] = 'anon';
    try {
      const caller = onBehalfOf(behalf, await identify(incoming.headers));
      role = caller.role;
      refuseUnsent?.();
      const answer = await runRest(caller, incoming, target).catch(async (error: unknown) => {
        await auditBrokenRead(database, caller, target, error);
        throw error;
      });
      // Only for reads, because a completed write must be confirmed.
      if (incoming.method === 'GET') refuseUnsent?.(answer.body?.length);
      return answer;
    } catch (error) {
      const refusal = withoutQuotedValue(refusalOf(error, role), target);
      if (refusal.status >= 500 && !behalf.signal?.aborted)
        log('request failed', { id: requestId, route: '/rest/v1/*', code: refusal.code }, error);
      return answerRefusal(refusal);
    }
  };
}

/** The path below `/rest/v1/` is a table's name, or `rpc/` and a function's name. */
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
  const { status, code, message, retryAfter } = problemOf(error);
  return new RestError(status, OWN_CODES[status] ?? code, message, {
    headers: retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) },
  });
}

/** PostgREST only has its own code for these. */
const OWN_CODES: Record<number, string> = { 500: 'PGRSTX00', 503: 'PGRST001' };

function answerRefusal(refusal: RestError): Answer {
  const headers: Record<string, string> = {
    'Content-Type': 'application/json; charset=utf-8',
    ...refusal.headers,
  };
  if (refusal.status === 401) headers['WWW-Authenticate'] = 'Bearer';
  return { status: refusal.status, headers, body: refusal.body() };
}

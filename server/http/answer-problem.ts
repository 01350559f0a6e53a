import type { Context, ErrorHandler } from 'hono';
import { isDatabaseError } from '../database/database.ts';
import { TooManyAtOnce } from '../database/shares.ts';
import type { Services } from '../services.ts';
import { requestIdOf } from './observe-requests.ts';
import { isUnstorable } from '../../supabase/functions/_shared/answer/unstorable.ts';
import { Problem } from './problem.ts';

/**
 * Answers every error that no part of the protocol has formatted itself: JSON with a code and a message,
 * without internal details.
 */
export function answerProblem({ log }: Pick<Services, 'log'>): ErrorHandler {
  return (error, context) => {
    const problem = problemOf(error);
    if (problem.status >= 500)
      log(
        'request failed',
        {
          id: requestIdOf(context),
          route: context.req.routePath,
          code: problem.code,
          kind: kindOf(error),
        },
        error,
      );
    return answer(context, problem, { code: problem.code, message: problem.message });
  };
}

/** An error's meaning for the caller. Anything unforeseen stays inside. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isDatabaseError(error)) {
    if (error.code === 'PT401') return new Problem(401, 'session_not_found', error.message);
    if (isUnstorable(error.code))
      return new Problem(
        400,
        'bad_text',
        'Your text contains a character we can’t save. Please remove it and try again.',
      );
    if (error.code === '57014')
      return new Problem(503, 'timeout', 'This took too long. Please try again.', 2);
    // 08: a pooler's error when it has lost its server.
    if (/^(08|53|57P)/.test(error.code ?? '')) return unavailable();
    return new Problem(500, 'unexpected_failure', 'Something went wrong on our side.');
  }
  if (error instanceof TooManyAtOnce)
    return new Problem(429, 'over_request_rate_limit', 'Too many requests at once. Please try again.', 1);
  if (isBrokenOff(error))
    return new Problem(400, 'request_aborted', 'The request ended before its body did.');
  if (isConnectionError(error)) return unavailable();
  return new Problem(500, 'unexpected_failure', 'Something went wrong on our side.');
}

export function answer(context: Context, problem: Problem, body: object): Response {
  if (problem.retryAfter !== undefined) context.header('Retry-After', String(problem.retryAfter));
  return context.json(body, problem.status);
}

const unavailable = () =>
  new Problem(503, 'unavailable', 'The service is not available right now. Please try again.', 2);

/**
 * Node's and Hono's errors for a client that disconnected while its request was read: nothing failed here.
 */
const isBrokenOff = (error: unknown) =>
  error instanceof Error && /^(aborted|Client connection prematurely closed\.)$/.test(error.message);

const isConnectionError = (error: unknown) =>
  error instanceof Error &&
  (/ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT/.test((error as NodeJS.ErrnoException).code ?? '') ||
    /Connection terminated|timeout exceeded when trying to connect|not queryable/.test(error.message));

export const kindOf = (error: unknown) =>
  isDatabaseError(error) ? `database ${error.code}` : error instanceof Error ? error.name : typeof error;

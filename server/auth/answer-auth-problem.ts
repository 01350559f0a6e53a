import type { ErrorHandler } from 'hono';
import { answer, kindOf, problemOf } from '../http/answer-problem.ts';
import type { Services } from '../services.ts';

const VERSION_HEADER = 'X-Supabase-Api-Version';
const NAMED_CODES = '2024-01-01';

/**
 * Refusals in GoTrue's two shapes: clients that name the newer version get text codes, others the status as
 * code.
 */
export function answerAuthProblem({ log }: Pick<Services, 'log'>): ErrorHandler {
  return (error, context) => {
    const problem = problemOf(error);
    const { status, code, message } = problem;
    if (status >= 500)
      log('request failed', { route: context.req.routePath, code, kind: kindOf(error) }, error);
    if (!asksForNamedCodes(context.req.header(VERSION_HEADER))) {
      return answer(context, problem, { code: status, error_code: code, msg: message, message });
    }
    context.header(VERSION_HEADER, NAMED_CODES);
    return answer(context, problem, { code, message });
  };
}

// Versions are dates, so text order is time order.
const asksForNamedCodes = (version = '') => /^\d{4}-\d\d-\d\d$/.test(version) && version >= NAMED_CODES;

import type { ErrorHandler } from 'hono';
import { isDatabaseError } from '../../database/database.ts';
import { answer, kindOf, problemOf } from '../../http/answer-problem.ts';
import type { Services } from '../../services.ts';
import { accessDenied, alreadyExists } from '../refusals.ts';

// Supabase's Storage names some errors twice: by a code, and in `error` by its older name.
const LEGACY_ERROR_NAMES: Record<string, string> = {
  NoSuchBucket: 'Bucket not found',
  NoSuchKey: 'not_found',
  KeyAlreadyExists: 'Duplicate',
  AccessDenied: 'Unauthorized',
  EntityTooLarge: 'Payload too large',
  payload_too_large: 'Payload too large',
  InvalidMimeType: 'invalid_mime_type',
  InvalidRange: 'invalid_range',
  bad_jwt: 'Unauthorized',
  no_authorization: 'Unauthorized',
  session_not_found: 'Unauthorized',
};

/** Refusals in the shape of Supabase's Storage. */
export function answerStorageProblem({ log }: Pick<Services, 'log'>): ErrorHandler {
  return (error, context) => {
    const problem = problemOf(refusalOf(error));
    const { status, code, message } = problem;
    if (status >= 500)
      log('request failed', { route: context.req.routePath, code, kind: kindOf(error) }, error);
    const shape = { statusCode: String(status), error: LEGACY_ERROR_NAMES[code] ?? code, code, message };
    return answer(context, problem, shape);
  };
}

function refusalOf(error: unknown): unknown {
  if (isDatabaseError(error) && error.code === '42501') return accessDenied();
  if (isDatabaseError(error) && error.code === '23505') return alreadyExists();
  return error;
}

import { codeOf } from '../request/define-function.ts';

/**
 * The loggable part of an unforeseen failure: the error's type and the database's code. Never its message,
 * which may quote data.
 */
export function failureOf(error: unknown): { kind: string; code: string | null } {
  const code = codeOf(error);
  return {
    kind: error instanceof Error ? error.name : typeof error,
    code: DATABASE_CODE.test(code) ? code : null,
  };
}

/** A SQL state, or one of PostgREST's own codes. */
const DATABASE_CODE = /^([0-9A-Z]{5}|PGRST[0-9X]\d{2})$/;

import type { DatabaseError } from '../database/database.ts';
import type { Caller } from '../database/query-types.ts';
import { forbiddenStatus, RestError } from './errors.ts';

const TRY_AGAIN = { 'Retry-After': '2' };

/** PostgreSQL's error, with the HTTP status that PostgREST gives it. */
export function fromDatabase(error: DatabaseError, role: Caller['role']): RestError {
  const code = error.code ?? 'XX000';
  const status = statusOf(code, error.message, role);
  return new RestError(status, code, error.message, {
    details: error.detail ?? null,
    hint: error.hint ?? null,
    headers: status === 503 ? TRY_AGAIN : {},
    cause: error,
  });
}

const EXACT: Record<string, number> = {
  '23503': 409, // foreign key
  '23505': 409, // unique
  '25006': 405, // writing in a read-only transaction
  '42883': 404, // undefined function or operator
  '42P01': 404, // undefined table
  '42P17': 500, // infinite recursion in a policy
  '53400': 500, // configuration limit exceeded
  '57014': 503, // statement timeout
  P0001: 400, // raise without a code
};

const BY_CLASS: Record<string, number> = {
  '08': 503, // connection
  '09': 500, // triggered action
  '0L': 403, // invalid grantor
  '0P': 403, // invalid role
  '25': 500, // transaction state
  '28': 403, // invalid authorization
  '2D': 500, // transaction termination
  '38': 500, // external routine
  '39': 500, // external routine invocation
  '3B': 500, // savepoint
  '40': 503, // deadlock, serialization: a retry may work
  '53': 503, // resources
  '54': 413, // too complex: the caller sent too much
  '55': 500, // object state
  '57': 503, // the database is going down or coming up
  '58': 500, // system
  F0: 500, // configuration file
  HV: 500, // foreign data
  P0: 500, // PL/pgSQL
  XX: 500, // internal
};

function statusOf(code: string, message: string, role: Caller['role']): number {
  if (code === '42501') return forbiddenStatus(role);
  if (code === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500;
  const raised = /^PT([45]\d\d)$/.exec(code)?.[1];
  return raised ? Number(raised) : (EXACT[code] ?? BY_CLASS[code.slice(0, 2)] ?? 400);
}

import type { Caller } from '../database/query-types.ts';

type RestErrorOptions = {
  details?: string | null;
  hint?: string | null;
  headers?: Record<string, string>;
  cause?: unknown;
};

/** An error in PostgREST's format. */
export class RestError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: string | null;
  readonly hint: string | null;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, message: string, options: RestErrorOptions = {}) {
    super(message, { cause: options.cause });
    const { details = null, hint = null, headers = {} } = options;
    this.status = status;
    this.code = code;
    this.details = details;
    this.hint = hint;
    this.headers = headers;
  }

  /** The same error with this message and no details. */
  withMessage(message: string): RestError {
    return new RestError(this.status, this.code, message, { headers: this.headers });
  }

  /** Shortened, because messages may quote what was sent and must not grow with it. */
  body(): string {
    const { code, details, hint, message } = this;
    return JSON.stringify({
      code,
      details: shortened(details),
      hint: shortened(hint),
      message: shortened(message),
    });
  }
}

const MAX_TEXT_LENGTH = 2_000;

const shortened = <Text extends string | null>(text: Text) =>
  text !== null && text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;

/** Missing from the schema cache. Perhaps the schema has changed since it was read. */
export class NotInSchema extends RestError {}

export const badSyntax = (what: string, text: string, column: number, details: string) =>
  new RestError(400, 'PGRST100', `"failed to parse ${what} (${text})" (line 1, column ${column})`, {
    details,
  });

export const notImplemented = (details: string) =>
  new RestError(400, 'PGRST127', 'Feature not implemented', { details });

export const aggregatesNotAllowed = () =>
  new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed');

export const notEmbedded = (resource: string) =>
  new RestError(400, 'PGRST108', `'${resource}' is not an embedded resource in this request`, {
    hint: `Verify that '${resource}' is included in the 'select' query parameter.`,
  });

export const invalidBody = (message: string) => new RestError(400, 'PGRST102', message);

export const wrongContentType = (type: string) =>
  new RestError(415, 'PGRST102', `Content-Type not acceptable: ${type}`);

export const invalidRange = (details: string, headers = {}) =>
  new RestError(416, 'PGRST103', 'Requested range not satisfiable', { details, headers });

export const invalidSchema = (schema: string) =>
  new RestError(406, 'PGRST106', `Invalid schema: ${schema}`, {
    hint: 'Only the following schemas are exposed: public',
  });

export const noMediaType = (types: string) =>
  new RestError(406, 'PGRST107', `None of these media types are available: ${types}`);

export const notOneRow = (rows: number) =>
  new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  });

export const invalidPreferences = (preferences: string[]) =>
  new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
    details: `Invalid preferences: ${preferences.join(', ')}`,
  });

export const tooManyAffected = (rows: number) =>
  new RestError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${rows} rows`,
  });

export const maxAffectedNeedsRows = () =>
  new RestError(
    400,
    'PGRST128',
    'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  );

export const unsupportedMethod = (method: string) =>
  new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`);

export const wrongRpcMethod = (method: string) =>
  new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`);

export const invalidPath = () => new RestError(404, 'PGRST125', 'Invalid path specified in request URL');

/** 403 for a caller who is signed in; 401 asks others to sign in. */
export const forbiddenStatus = (role: Caller['role']) => (role === 'anon' ? 401 : 403);

export const permissionDenied = (role: Caller['role'], kind: string, name: string) =>
  new NotInSchema(forbiddenStatus(role), '42501', `permission denied for ${kind} ${name}`);

export const unknownTable = (name: string) =>
  new NotInSchema(404, 'PGRST205', `Could not find the table 'public.${name}' in the schema cache`);

export const unknownColumn = (relation: string, column: string) =>
  new NotInSchema(400, '42703', `column ${relation}.${column} does not exist`);

export const unknownBodyColumn = (relation: string, column: string) =>
  new NotInSchema(
    400,
    'PGRST204',
    `Could not find the '${column}' column of '${relation}' in the schema cache`,
  );

export const unknownType = (type: string) => new RestError(400, '42704', `type "${type}" does not exist`);

export const unknownFunction = (name: string, names: string[]) => {
  const wanted = names.length ? `(${names.join(', ')})` : ' without parameters';
  const searched = names.length
    ? ` with parameter${names.length > 1 ? 's' : ''} ${names.join(', ')}`
    : ' without parameters';
  return new NotInSchema(
    404,
    'PGRST202',
    `Could not find the function public.${name}${wanted} in the schema cache`,
    {
      details: `Searched for the function public.${name}${searched} or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.`,
    },
  );
};

export const ambiguousFunction = (candidates: string[]) =>
  new RestError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${candidates.join(', ')}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  );

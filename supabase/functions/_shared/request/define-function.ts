import * as z from 'zod/mini';
import { fileAnswer, jsonAnswer, TextFile, type JsonAnswer } from '../answer/answer.ts';
import type { FunctionContext } from './context.ts';
import { isWellFormed, readJson } from '../answer/json.ts';
import { payerOf, takeFromLimit, type Limit } from './limits.ts';
import { FunctionProblem, notSignedIn, problemAnswer, tooManyRequests } from '../answer/problem.ts';
import { unavailable } from '../answer/reach.ts';
import { isUnstorable } from '../answer/unstorable.ts';
import { headersWithZone } from './headers-with-zone.ts';

type Definition<Input extends z.ZodMiniType> = {
  method: 'GET' | 'POST';
  /**
   * `anyone` needs only the public key; `patient` needs a signed-in person; `service` needs the service's key; `address`
   * needs nothing but the address that is called, because calendars send no more.
   */
  caller: 'address' | 'anyone' | 'patient' | 'service';
  input: Input;
  /** How often one patient or one unknown client may call it and the other functions under that name. */
  limit?: Limit | Limit[];
  run: (input: z.output<Input>, context: FunctionContext, headers: Headers) => Promise<unknown>;
};

/** The parts of a request we read. Any Request has them, and so does one whose body was already received. */
export type Incoming = Pick<Request, 'method' | 'url' | 'headers' | 'text'>;
export type Handler = {
  (request: Incoming, context: FunctionContext): Promise<JsonAnswer>;
  /** A caller without a credential gets the public key's role. */
  takesNoCredential?: boolean;
};

/**
 * Defines one function. Its input is checked before it runs, and every refusal is JSON with a code and a
 * message.
 */
export function defineFunction<Input extends z.ZodMiniType>(definition: Definition<Input>): Handler {
  const handler = answering(definition.method, async (request, context) => {
    if (definition.caller === 'patient' && context.userId === null) throw notSignedIn();
    if (definition.caller === 'service' && !context.isService) {
      throw new FunctionProblem(403, 'service_only', 'Only the clinic’s own systems can use this.');
    }
    const input = await readInput(definition.input, request);
    for (const limit of [definition.limit ?? []].flat())
      await takeFromLimit(context, limit, payerOf(context));
    return definition.run(input, context, await headersWithZone(request.headers, context));
  });
  return Object.assign(handler, { takesNoCredential: definition.caller === 'address' });
}

/** A function for reading and writing, each with its own rules. */
export const readAndWritten =
  (read: Handler, written: Handler): Handler =>
  (request, context) =>
    (request.method === 'GET' ? read : written)(request, context);

type Work = (request: Incoming, context: FunctionContext) => Promise<unknown>;

/** The result as JSON, including errors. */
export function answering(method: Definition<z.ZodMiniType>['method'], work: Work): Handler {
  return async (request, context) => {
    try {
      if (request.method !== method) throw new FunctionProblem(405, 'method_not_allowed', `Use ${method}.`);
      const made = (await work(request, context)) ?? {};
      return made instanceof TextFile ? fileAnswer(made) : jsonAnswer(made);
    } catch (error) {
      return problemAnswer(problemIn(error, context));
    }
  };
}

function problemIn(error: unknown, context: FunctionContext): FunctionProblem {
  if (error instanceof FunctionProblem) return error;
  if (isUnavailable(error)) return unavailable();
  if (codeOf(error) === SIGNED_OUT) return notSignedIn();
  if (isUnstorable(codeOf(error))) return unstorable();
  if (codeOf(error) === TOO_MANY) return tooManyRequests(secondsToWait(error));
  context.report(error);
  return new FunctionProblem(500, 'unexpected_failure', 'Something went wrong on our side.');
}

/** For a function that takes nothing, not even a body. */
export const Nothing = z.strictObject({});

export async function readInput<Input extends z.ZodMiniType>(
  shape: Input,
  request: Incoming,
): Promise<z.output<Input>> {
  const input = shape.safeParse(await inputOf(request, (shape as z.ZodMiniType) === Nothing ? '{}' : ''));
  if (!input.success) throw badInput(input.error);
  if (!isWellFormed(input.data)) throw unstorable();
  return input.data;
}

async function inputOf(request: Incoming, withoutBody: string): Promise<unknown> {
  const { searchParams } = new URL(request.url);
  if (request.method === 'GET') return Object.fromEntries(searchParams);
  for (const name of searchParams.keys()) throw unknownField(name);
  try {
    return readJson((await request.text()) || withoutBody);
  } catch {
    throw new FunctionProblem(400, 'bad_json', 'The request body is not valid JSON.');
  }
}

/** The longest unknown field name that is repeated to its sender. */
const MAX_NAMED = 100;

const unstorable = () =>
  new FunctionProblem(
    400,
    'invalid_input',
    'Your text contains a character we can’t save. Please remove it and try again.',
  );

const unknownField = (name: string) =>
  new FunctionProblem(400, 'invalid_input', `${name.slice(0, MAX_NAMED)}: This field is unknown.`);

function badInput(error: z.core.$ZodError): FunctionProblem {
  const issue = error.issues[0]!;
  // Silently dropping a safety field would be worse than refusing it.
  if (issue.code === 'unrecognized_keys') return unknownField([...issue.path, issue.keys[0]!].join('.'));
  const field = issue.path.join('.');
  return new FunctionProblem(400, 'invalid_input', field ? `${field}: ${issue.message}` : issue.message);
}

// Codes of PostgREST and PostgreSQL while the database is down, starting, full or overloaded. A retry may
// work.
const AWAY = /^(PGRST00\d|08|40|53|57)/;

const isUnavailable = (error: unknown): boolean => AWAY.test(codeOf(error));

/** The database's error for a session that has ended. */
const SIGNED_OUT = 'PT401';
/** The code of a procedure that counts its own callers, with the seconds to wait as its detail. */
const TOO_MANY = 'PT429';
const secondsToWait = (error: unknown) => Number((error as { details: string }).details);

export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

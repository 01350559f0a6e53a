import type { ProblemCode } from '../../../../domain/contracts/fields/problem-codes.ts';
import { tooManyAttempts, waitInWords } from '../../../../domain/contracts/fields/wait-words.ts';
import { jsonAnswer, type JsonAnswer } from './answer.ts';

/** A refusal for the caller: a status, a code to act on, and a message to show. */
export class FunctionProblem extends Error {
  readonly status: number;
  readonly code: ProblemCode;
  readonly retryAfter: number | undefined;

  constructor(status: number, code: ProblemCode, message: string, retryAfter?: number) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** A value that can be parsed but makes no sense here. The message names the field. */
export const invalidInput = (field: string, message: string) =>
  new FunctionProblem(400, 'invalid_input', `${field}: ${message}`);

export const notSignedIn = () => new FunctionProblem(401, 'not_signed_in', 'Please sign in.');

export const tooManyRequests = (wait: number) =>
  new FunctionProblem(429, 'too_many_requests', tooManyAttempts(wait), wait);

/** Limited by type and day. What the patient has to say still reaches a person. */
export const tooManyEntries = (max: number, of: string, wait: number) =>
  new FunctionProblem(
    429,
    'too_many_requests',
    `You can send up to ${max} ${of} a day. Please try again in ${waitInWords(wait)}. If it can’t wait, call your care team.`,
    wait,
  );

export function problemAnswer({ status, code, message, retryAfter }: FunctionProblem): JsonAnswer {
  const answer = jsonAnswer({ code, message }, status);
  if (retryAfter !== undefined) answer.headers['Retry-After'] = String(retryAfter);
  return answer;
}

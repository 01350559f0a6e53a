import type * as z from 'zod/mini';
import { AppError } from './app-error.ts';
import { config } from './config.ts';
import { sentZone } from '@/lib/dates/selected-zone.ts';
import { fetchAsAnyone, fetchAsUser } from './supabase.ts';

type Call<Answer> = {
  method?: 'GET' | 'POST';
  body?: unknown;
  /** The response's schema; without one the response is not read. */
  answer?: z.ZodMiniType<Answer>;
  /** Created when the form opens, so that a retry or a double click is stored once. */
  idempotencyKey?: string;
  /** For entries whose author may have signed out since: sent as them, or not at all. */
  owner?: string;
  /** Where the patient was when they wrote it, if different from where it is sent. */
  zone?: string | undefined;
  /** For public data: only the public key is sent, and no one learns who asked. */
  anonymous?: boolean;
  /** A background request: no one did anything. */
  background?: boolean;
  /** The error's message if the server gives none. */
  failure?: string;
};

/** Calls a server function. Whatever goes wrong is an AppError, with the server's own code and message if it gave any. */
export async function callFunction<Answer = void>(name: string, call: Call<Answer> = {}): Promise<Answer> {
  const response = await send(name, call);
  if (!response.ok) throw await refusal(response, call.failure);
  if (!call.answer) return undefined as Answer;
  const answer = call.answer.safeParse(await response.json().catch(() => undefined));
  if (!answer.success) throw new AppError('unreadable_answer', call.failure, response.status);
  return answer.data;
}

async function send(
  name: string,
  {
    method = 'POST',
    body,
    idempotencyKey,
    owner,
    zone = sentZone(),
    anonymous = false,
    background,
    failure,
  }: Call<unknown>,
): Promise<Response> {
  const headers = new Headers({ 'x-client-timezone': zone });
  if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey);
  if (background) headers.set('x-background', 'true');
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  try {
    const [url, init] = [`${config().supabaseUrl}/functions/v1/${name}`, { method, headers, ...content }];
    return await (anonymous ? fetchAsAnyone(url, init) : fetchAsUser(url, init, owner));
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('no_answer', failure);
  }
}

async function refusal(response: Response, failure?: string): Promise<AppError> {
  const said = (await response.json().catch(() => null)) as { code?: unknown; message?: unknown } | null;
  return new AppError(wordsOf(said?.code) || 'unknown', wordsOf(said?.message) || failure, response.status);
}

const wordsOf = (given: unknown) => (typeof given === 'string' ? given : '');

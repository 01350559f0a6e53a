import { PostgrestError, type PostgrestClient } from '@supabase/postgrest-js';
import type { Ask } from '../request/ask.ts';
import { FunctionProblem, tooManyRequests } from './problem.ts';

const AWAY = new Set([502, 503, 504]);

/**
 * Tells callers that the backend is busy or down and when to retry, instead of reporting a failure of ours.
 */
export const reaching =
  (ask: Ask): Ask =>
  async (url, asking) => {
    const answer = await ask(url, asking).catch(() => {
      throw unavailable();
    });
    const wait = Number(answer.headers.get('retry-after'));
    if (AWAY.has(answer.status)) throw unavailable(wait);
    // A procedure that counts its own callers puts the seconds to wait into its body, for its caller.
    if (answer.status === 429 && wait > 0) throw tooManyRequests(wait);
    return answer;
  };

export const unavailable = (seconds?: number) =>
  new FunctionProblem(
    503,
    'unavailable',
    'The service is not available right now. Please try again.',
    seconds || 2,
  );

/** Calls a procedure whose refusals mean something to us. Any other failure is thrown. */
export async function callProcedure(
  { service }: { service: PostgrestClient },
  name: string,
  given: Record<string, unknown>,
): Promise<{ id: string | null; refusal?: never } | { id?: never; refusal: PostgrestError }> {
  try {
    const { data } = await service.rpc(name, given).throwOnError();
    return { id: data as string | null };
  } catch (error) {
    if (error instanceof PostgrestError) return { refusal: error };
    throw error;
  }
}

import { TooManyAtOnce } from '../database/shares.ts';

/** The reason of a refused join or message in the form of Supabase's Realtime: a code and a sentence. */
export class Refused extends Error {}

/** For a caller whose share of the database has a full queue. */
export function refuseTooMany(error: unknown): never {
  if (error instanceof TooManyAtOnce)
    throw new Refused('ClientRateLimitReached: Too many requests at once. Please try again.');
  throw error;
}

import { TooManyAtOnce } from '../database/shares.ts';

/** Why a channel stays shut, as Supabase's Realtime says it: a code and a sentence. */
export class Refused extends Error {}

/** For whoever asks more than their share of the database answers. */
export function refuseTooMany(error: unknown): never {
  if (error instanceof TooManyAtOnce)
    throw new Refused('ClientRateLimitReached: Too many requests at once. Please try again.');
  throw error;
}

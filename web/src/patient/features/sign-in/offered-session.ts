import type { Tokens } from '@/lib/backend/address-link.ts';
import { AppError } from '@/lib/backend/app-error.ts';
import { config } from '@/lib/backend/config.ts';
import { currentSession, offerSession, withdrawOffer } from '@/lib/backend/session.ts';
import { hasStoredSession } from '@/lib/backend/stored-session.ts';
import { auth } from '@/lib/backend/supabase.ts';
import { hasAskedForCode } from './code-requests.ts';
import { maskedEmail } from './masked-email.ts';

const CHECK_TIMEOUT_MS = 10_000;

/**
 * Anyone can put their own session into a link, and everything logged afterward would be theirs to read. So
 * it is used right away only if a code was requested; elsewhere the patient has to confirm that it is
 * theirs.
 */
export async function takeOrOffer(tokens: Tokens): Promise<void> {
  const [email] = await Promise.all([emailOf(tokens.accessToken), requirePatient(tokens.accessToken)]);
  if (hasStoredSession()) return; // someone has signed in meanwhile in another tab
  if (await hasAskedForCode(email, Date.now())) await keep(tokens);
  else offerSession({ maskedEmail: maskedEmail(email), tokens });
}

/** The auth service's view, because the token's own content comes from the person who made the link. */
async function emailOf(accessToken: string): Promise<string> {
  const { email } = (await ask('auth/v1/user', accessToken)) as { email?: unknown };
  if (typeof email !== 'string' || !email.includes('@')) throw new AppError('link_ended');
  return email;
}

/**
 * Every patient has a record, and no team member does. Team members sign in with a code, because the maker of
 * a link could keep its tokens and wait for the second factor.
 */
async function requirePatient(accessToken: string): Promise<void> {
  const records = (await ask('rest/v1/customers?select=user_id&limit=1', accessToken)) as unknown[];
  if (records.length === 0) throw new AppError('link_ended');
}

async function ask(path: string, accessToken: string): Promise<unknown> {
  const { supabaseUrl, supabaseAnonKey } = config();
  const answer = await fetch(`${supabaseUrl}/${path}`, {
    headers: { apikey: supabaseAnonKey, Authorization: `Bearer ${accessToken}` },
    cache: 'no-store',
    signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
  });
  if (!answer.ok)
    throw new AppError(isRefusal(answer.status) ? 'link_ended' : 'no_answer', '', answer.status);
  return answer.json();
}

/** Our server answers 401, GoTrue 403, or 400 when renewing a session. Any other failure may be temporary. */
const isRefusal = (status: number | undefined) => status === 400 || status === 401 || status === 403;

/** The patient confirmed that it is theirs. */
export async function acceptOffer(): Promise<void> {
  const { offer } = currentSession();
  if (!offer) return;
  if (hasStoredSession()) return withdrawOffer();
  try {
    await keep(offer.tokens);
  } catch (error) {
    if (error instanceof AppError && error.code === 'link_ended') withdrawOffer();
    throw error;
  }
}

async function keep({ accessToken, refreshToken }: Tokens): Promise<void> {
  const client = await auth();
  const { error } = await client.setSession({ access_token: accessToken, refresh_token: refreshToken });
  if (error) throw new AppError(isRefusal(error.status) ? 'link_ended' : 'no_answer', '', error.status);
}

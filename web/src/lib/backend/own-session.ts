import { refusesToken } from './token-refusal.ts';

export type Owner = { userId: string; token: string | null };

/**
 * Submits a code as its owner, if the auth service checks that, and refuses another person's session before
 * the auth client stores it: someone who requests a code for this mailbox too would otherwise hand their
 * account to its reader.
 */
export async function fetchOwnSession(
  url: string,
  init: RequestInit | undefined,
  { userId, token }: Owner,
): Promise<Response> {
  const answer = await fetchWithToken(url, init, token);
  if (!answer.ok) return answer;
  const { user } = (await answer.clone().json()) as { user?: { id: string } };
  if (!user || user.id === userId) return answer;
  const refusal = { code: 403, error_code: 'not_own_session', msg: 'This code is for a different account.' };
  return Response.json(refusal, { status: 403 });
}

/** A token refused because the device's clock is off is left out: the code itself is the proof. */
async function fetchWithToken(
  url: string,
  init: RequestInit | undefined,
  token: string | null,
): Promise<Response> {
  if (token === null) return fetch(url, init);
  const headers = new Headers(init?.headers);
  headers.set('Authorization', `Bearer ${token}`);
  const answer = await fetch(url, { ...init, headers });
  return (await refusesToken(answer)) ? fetch(url, init) : answer;
}

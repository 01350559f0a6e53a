/** The session that this browser opened itself, with a code that was typed here. */
const OPENED_HERE = 'bea-opened-here';

/** Noted before the auth client takes the session, so that every tab that hears of it finds this written. */
export async function noteOpened(answer: Response): Promise<void> {
  const { access_token: token } = (await answer.clone().json()) as { access_token?: string };
  if (token) localStorage.setItem(OPENED_HERE, sessionIn(token) ?? '');
}

/** False for one that came by another way: whoever made a link may hold its tokens too. */
export function wasOpenedHere(token: string): boolean {
  const session = sessionIn(token);
  return session !== null && localStorage.getItem(OPENED_HERE) === session;
}

export const forgetOpened = (): void => localStorage.removeItem(OPENED_HERE);

function sessionIn(token: string): string | null {
  try {
    const claims = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/');
    return JSON.parse(atob(claims)).session_id ?? null;
  } catch {
    return null; // a token of another kind
  }
}

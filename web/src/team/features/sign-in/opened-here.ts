import { OPENED_HERE } from '@/lib/backend/supabase.ts';

/**
 * Whether the session was opened by a code typed in this browser. The maker of a link may have that session's
 * tokens too.
 */
export function wasOpenedHere(token: string): boolean {
  const session = sessionIn(token.split('.')[1]);
  return session !== undefined && session === sessionIn(localStorage.getItem(OPENED_HERE));
}

function sessionIn(claims: string | null | undefined): string | undefined {
  if (!claims) return undefined;
  try {
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).session_id;
  } catch {
    return undefined; // a token of another kind
  }
}

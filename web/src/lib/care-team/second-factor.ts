import { storedSession } from '@/lib/backend/stored-session.ts';

/**
 * Whether this session has its second factor, according to its token: for what is shown, never for what is
 * allowed.
 */
export const hasSecondFactor = (): boolean => storedClaims()?.aal === 'aal2';

/** Which session this browser holds, according to its token; null if there is none. */
export const storedSessionId = (): string | null => storedClaims()?.session_id ?? null;

function storedClaims(): { aal?: string; session_id?: string } | null {
  const claims = storedSession()?.token.split('.')[1];
  if (!claims) return null;
  try {
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return null; // a token of another kind
  }
}

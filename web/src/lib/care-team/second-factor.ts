import { storedSession } from '@/lib/backend/stored-session.ts';

/** Whether this session has its second factor, as its token says: for what is shown, never for what is allowed. */
export function hasSecondFactor(): boolean {
  const claims = storedSession()?.token.split('.')[1];
  if (!claims) return false;
  try {
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).aal === 'aal2';
  } catch {
    return false; // a token of another kind
  }
}

import { currentSession } from './session.ts';

let hasSomebodyLeft = false;

/** Someone signed out manually, here or in another tab. */
export function noteLeaving(): void {
  hasSomebodyLeft = true;
}

/**
 * Keeps something of a patient's in this browser beyond a visit. Signing out manually leaves nothing: from
 * then on a late response is only stored if someone is signed in.
 */
export function keepOnDevice(userId: string, key: string, text: string): void {
  if (hasSomebodyLeft && currentSession().user?.id !== userId) return;
  localStorage.setItem(key, text);
}

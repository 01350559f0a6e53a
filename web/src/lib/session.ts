import { useSyncExternalStore } from 'react';
import { AppError } from './app-error.ts';

export type SignedInUser = { id: string; email: string };
type Session = { user: SignedInUser | null; loading: boolean };

let session: Session = { user: null, loading: true };
const listeners = new Set<() => void>();

export const currentSession = (): Session => session;

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The auth client repeats itself (a tab that comes back says "signed in" again); only news goes round. */
export function setUser(user: SignedInUser | null): void {
  const same = user?.id === session.user?.id && user?.email === session.user?.email;
  if (same && !session.loading) return;
  publish({ user, loading: false });
}

const lossListeners = new Set<(lost: SignedInUser) => void>();

/** Told of somebody whose session ended without their doing. */
export function onUserLost(listener: (lost: SignedInUser) => void): void {
  lossListeners.add(listener);
}

export function loseUser(lost: SignedInUser | null): void {
  setUser(null);
  if (lost) for (const listener of lossListeners) listener(lost);
}

function publish(news: Session): void {
  session = news;
  for (const listener of listeners) listener();
}

export const useSession = (): Session =>
  useSyncExternalStore(onSessionChange, currentSession, currentSession);

/** For pages behind the guard, where somebody is always signed in. */
export function useUser(): SignedInUser {
  const { user } = useSession();
  if (!user) throw new AppError('not_signed_in');
  return user;
}

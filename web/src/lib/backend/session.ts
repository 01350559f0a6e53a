import { useSyncExternalStore } from 'react';
import type { Tokens } from './address-link.ts';
import { AppError } from './app-error.ts';

export type SignedInUser = { id: string; email: string };
/** A session from a link. It is not used until someone has confirmed that it is theirs. */
export type Offer = { maskedEmail: string; tokens: Tokens };
type Session = { user: SignedInUser | null; loading: boolean; offer?: Offer };

let session: Session = { user: null, loading: true };
let isOpeningLink = false;
const listeners = new Set<() => void>();

export const currentSession = (): Session => session;

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The auth client repeats events (a tab that comes back says "signed in" again); only news is passed on. */
export function setUser(user: SignedInUser | null): void {
  const same = user?.id === session.user?.id && user?.email === session.user?.email;
  if (same && !session.loading) return;
  if (isOpeningLink && !user) return;
  publish({ user, loading: false });
}

const lossListeners = new Set<(lost: SignedInUser) => void>();

/** The message for a session that ended without its owner's doing, or null. */
export function onUserLost(listener: (lost: SignedInUser) => void): () => void {
  lossListeners.add(listener);
  return () => lossListeners.delete(listener);
}

export function loseUser(lost: SignedInUser | null): void {
  setUser(null);
  if (lost) publishUserLost(lost);
}

export function publishUserLost(lost: SignedInUser): void {
  for (const listener of lossListeners) listener(lost);
}

/**
 * The session counts as loading until the link is checked; without a user, a page would redirect to
 * sign-in.
 */
export async function whileOpeningLink(open: () => Promise<void>): Promise<void> {
  // One at a time: the question does not change while it is being answered.
  if (isOpeningLink || session.offer) return;
  isOpeningLink = true;
  publish({ user: null, loading: true });
  await open().finally(() => {
    isOpeningLink = false;
    if (session.loading) setUser(null);
  });
}

export const offerSession = (offer: Offer): void => publish({ user: null, loading: false, offer });

export function withdrawOffer(): void {
  if (session.offer) publish({ user: null, loading: false });
}

function publish(news: Session): void {
  session = news;
  for (const listener of listeners) listener();
}

export const useSession = (): Session =>
  useSyncExternalStore(onSessionChange, currentSession, currentSession);

/** The plan, and whatever else is a patient's own, needs one. */
export const notSignedIn = () => new AppError('not_signed_in', 'No authenticated user', 401);

/** For pages that `OpenPage` shows to a signed-in patient only. */
export function useUser(): SignedInUser {
  const { user } = useSession();
  if (!user) throw notSignedIn();
  return user;
}

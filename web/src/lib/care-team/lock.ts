import { useSyncExternalStore } from 'react';
import { storedSessionId } from './second-factor.ts';

/** Which session is locked. All tabs of a browser lock and unlock together, and a reload shows no more than the lock. */
const LOCKED = 'bea-team-locked';
const listeners = new Set<() => void>();

export function isLocked(): boolean {
  const locked = localStorage.getItem(LOCKED);
  return locked !== null && locked === storedSessionId();
}

/** Answers whether it was open until now. */
export function lock(): boolean {
  if (isLocked()) return false;
  localStorage.setItem(LOCKED, storedSessionId() ?? '');
  tell();
  return true;
}

export function unlock(): void {
  localStorage.removeItem(LOCKED);
  tell();
}

export const useIsLocked = (): boolean => useSyncExternalStore(follow, isLocked, isLocked);

export function follow(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent) => key === LOCKED && listener();
  listeners.add(listener);
  window.addEventListener('storage', hear);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', hear);
  };
}

function tell(): void {
  for (const listener of listeners) listener();
}

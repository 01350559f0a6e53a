import { useMemo, useSyncExternalStore } from 'react';
import { WaitingEntry, type Entry } from './entry.ts';

const PREFIX = 'bea-waiting:';
const listeners = new Set<() => void>();

/** What is kept on this device until there is a network, oldest first. Each has a place of its own, so tabs cannot overwrite each other. */
export function waitingEntries(userId: string): WaitingEntry[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(placeOf(userId)))
    .flatMap((key) => readEntry(localStorage.getItem(key)))
    .toSorted((one, other) => one.keptAt - other.keptAt);
}

const placeOf = (userId: string, id = '') => `${PREFIX}${userId}:${id}`;

function readEntry(text: string | null): WaitingEntry[] {
  if (text === null) return [];
  const read = WaitingEntry.safeParse(parsed(text));
  return read.success ? [read.data] : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function keepEntry(userId: string, id: string, entry: Entry): void {
  write(userId, { id, entry, keptAt: Date.now() });
}

export function markRefused(userId: string, waiting: WaitingEntry): void {
  write(userId, { ...waiting, refused: true });
}

function write(userId: string, waiting: WaitingEntry): void {
  localStorage.setItem(placeOf(userId, waiting.id), JSON.stringify(waiting));
  tell();
}

export function dropEntry(userId: string, id: string): void {
  localStorage.removeItem(placeOf(userId, id));
  tell();
}

/** What waits, as it changes, in this tab or another. */
export function useWaitingEntries(userId: string): WaitingEntry[] {
  const text = useSyncExternalStore(onWaitingChange, () => JSON.stringify(waitingEntries(userId)));
  return useMemo(() => JSON.parse(text) as WaitingEntry[], [text]);
}

function onWaitingChange(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function tell(): void {
  for (const listener of listeners) listener();
}

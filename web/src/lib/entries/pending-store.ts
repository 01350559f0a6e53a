import { useMemo, useSyncExternalStore } from 'react';
import { keepOnDevice } from '@/lib/backend/keep-on-device.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import { pendingEntrySchema, type Entry, type PendingEntry } from './entry.ts';
import { createStorageChanges } from './storage-changes.ts';

const PREFIX = 'bea-waiting:';
const changes = createStorageChanges();

/**
 * Entries kept on this device while offline, oldest first. Each has its own storage key, so tabs cannot
 * overwrite each other.
 */
export function pendingEntries(userId: string): PendingEntry[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(placeOf(userId)))
    .flatMap((key) => readEntry(localStorage.getItem(key)))
    .toSorted((one, other) => one.keptAt - other.keptAt);
}

const placeOf = (userId: string, id = '') => `${PREFIX}${userId}:${id}`;

let schema: ReturnType<typeof pendingEntrySchema> | undefined;

function readEntry(text: string | null): PendingEntry[] {
  if (text === null) return [];
  const read = (schema ??= pendingEntrySchema()).safeParse(parsed(text));
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
  write(userId, { id, entry, keptAt: Date.now(), keptIn: shownZone() });
}

export function markRefused(userId: string, pending: PendingEntry): void {
  write(userId, { ...pending, refused: true });
}

function write(userId: string, pending: PendingEntry): void {
  keepOnDevice(userId, placeOf(userId, pending.id), JSON.stringify(pending));
  changes.notify();
}

export function dropEntry(userId: string, id: string): void {
  localStorage.removeItem(placeOf(userId, id));
  changes.notify();
}

/** The waiting entries, as they change, in this tab or another. */
export function usePendingEntries(userId: string): PendingEntry[] {
  const text = useSyncExternalStore(changes.subscribe, () => JSON.stringify(pendingEntries(userId)));
  return useMemo(() => JSON.parse(text) as PendingEntry[], [text]);
}

import { useMemo, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { DAY, type Instant } from '@domain/time/instant.ts';
import {
  TREATMENT_DAY_ACTIONS,
  removedBefore,
  treatmentDayOf,
  type TreatmentDayAction,
  type TreatmentDayEvent,
} from '@domain/treatment-day/events.ts';
import type { TreatmentDay } from '@domain/treatment-day/treatment-day.ts';
import { keepOnDevice } from '@/lib/backend/keep-on-device.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import { createStorageChanges } from './storage-changes.ts';

/** The clinic accepts nothing older. */
export const MAX_AGE_MS = 7 * DAY;

const Note = z.object({
  /** The submission id under which the clinic stores it. */
  id: z.string(),
  action: z.enum(TREATMENT_DAY_ACTIONS),
  at: z.number(),
  /** When the patient entered it; older notes on a device have none. */
  reportedAt: z.optional(z.number()),
  /** The patient's zone then. Entries from the clinic have none. */
  zone: z.optional(z.string()),
  /** `refused`: the clinic refuses it, but on this device it still counts. */
  state: z.enum(['waiting', 'sent', 'refused']),
});
/** An event, as this device knows it. */
export type Note = z.output<typeof Note>;
const Notes = z.array(Note);

const eventsOf = (notes: readonly Note[]): TreatmentDayEvent[] =>
  notes.map(({ action, at, reportedAt = at }) => ({ action, at, reportedAt }));

const dayOf = (notes: readonly Note[]): TreatmentDay => treatmentDayOf(eventsOf(notes));

const changes = createStorageChanges();
export const onTreatmentDayChange = changes.subscribe;
const placeOf = (userId: string) => `bea-treatment-day:${userId}`;

/** The events reported on this device or by the clinic: works offline and survives a closed tab. */
export const treatmentDay = (userId: string): TreatmentDay => dayOf(notesOf(userId));

/** Each thing that happened, also what was reset since. */
export const treatmentDayEvents = (userId: string): TreatmentDayEvent[] => eventsOf(notesOf(userId));

export function useTreatmentDay(userId: string): TreatmentDay {
  const text = useNotes(userId);
  return useMemo(() => dayOf(notesIn(text)), [text]);
}

/** When the previous cap came out, while the timers are about the next one. */
export function useRemovedBefore(userId: string): Instant | null {
  const text = useNotes(userId);
  return useMemo(() => removedBefore(eventsOf(notesIn(text))), [text]);
}

const useNotes = (userId: string): string | null =>
  useSyncExternalStore(onTreatmentDayChange, () => localStorage.getItem(placeOf(userId)));

const notesOf = (userId: string): Note[] => notesIn(localStorage.getItem(placeOf(userId)));

function notesIn(text: string | null): Note[] {
  try {
    return Notes.safeParse(JSON.parse(text ?? '[]')).data ?? [];
  } catch {
    return []; // not written by us
  }
}

/** Shown right away and sent as soon as the clinic can be reached. */
export function noteTreatmentDay(userId: string, action: TreatmentDayAction, at: Instant = Date.now()): void {
  write(userId, [
    ...notesOf(userId),
    { id: crypto.randomUUID(), action, at, reportedAt: Date.now(), zone: shownZone(), state: 'waiting' },
  ]);
}

/** After the cap is out. A sample that rests for the next applicator stays. */
export function clearFinished(userId: string): void {
  if (treatmentDay(userId).capRemovedAt === null) return;
  noteTreatmentDay(userId, 'cap-reset');
  noteTreatmentDay(userId, 'sample-reset');
}

export const firstWaiting = (userId: string): Note | undefined =>
  notesOf(userId).find(({ state }) => state === 'waiting');

export const settleNote = (userId: string, note: Note, state: 'sent' | 'refused'): void =>
  takeNotes(userId, [{ ...note, state }]);

export function dropNote(userId: string, id: string): void {
  write(
    userId,
    notesOf(userId).filter((note) => note.id !== id),
  );
}

/** The clinic's other events. It forgets nothing, so the two lists are merged. */
export function takeNotes(userId: string, known: readonly Note[]): void {
  const ids = new Set(known.map(({ id }) => id));
  write(userId, [...notesOf(userId).filter(({ id }) => !ids.has(id)), ...known]);
}

function write(userId: string, notes: readonly Note[]): void {
  const recent = notes.filter(({ at }) => at > Date.now() - MAX_AGE_MS);
  keepOnDevice(userId, placeOf(userId), JSON.stringify(recent));
  changes.notify();
}

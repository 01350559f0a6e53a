import { useMemo, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { dayUnderWay, NOTHING_STARTED, type TreatmentDay } from '@domain/treatment-day/treatment-day.ts';
import { createStorageChanges } from './storage-changes.ts';

const Stored = z.object({
  sampleCollectedAt: z.nullable(z.number()),
  capInsertedAt: z.nullable(z.number()),
  capRemovedAt: z.nullable(z.number()),
});

const changes = createStorageChanges();
export const onTreatmentDayChange = changes.subscribe;
const placeOf = (userId: string) => `bea-treatment-day:${userId}`;

/** The moments that the patient told this device: they need no network and outlive a closed tab. */
export const treatmentDay = (userId: string): TreatmentDay => dayIn(localStorage.getItem(placeOf(userId)));

function dayIn(text: string | null): TreatmentDay {
  try {
    return Stored.safeParse(JSON.parse(text ?? 'null')).data ?? NOTHING_STARTED;
  } catch {
    return NOTHING_STARTED; // not written by us
  }
}

export function changeTreatmentDay(userId: string, change: Partial<TreatmentDay>): void {
  localStorage.setItem(placeOf(userId), JSON.stringify({ ...treatmentDay(userId), ...change }));
  changes.notify();
}

/** After the cap is out. A sample that rests for the next applicator stays. */
export function clearFinished(userId: string): void {
  const { sampleCollectedAt, capRemovedAt } = dayUnderWay(treatmentDay(userId));
  changeTreatmentDay(userId, {
    ...NOTHING_STARTED,
    sampleCollectedAt: capRemovedAt === null ? sampleCollectedAt : null,
  });
}

export function useTreatmentDay(userId: string): TreatmentDay {
  const text = useSyncExternalStore(onTreatmentDayChange, () => localStorage.getItem(placeOf(userId)));
  return useMemo(() => dayIn(text), [text]);
}

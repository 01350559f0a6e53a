import { keepOnDevice } from '@/lib/backend/keep-on-device.ts';
import { createStorageChanges } from '@/lib/entries/storage-changes.ts';

/** The patient's assigned coach, as their own record names them. */
export type OwnCoach = { name: string; bio: string; email: string; portrait: string | null };

export const coachChanges = createStorageChanges();
export const coachPlace = (userId: string) => `bea-coach:${userId}`;

/** Kept on the device: contacts matter most when offline. */
export function keepOwnCoach(userId: string, coach: OwnCoach | null): void {
  const [place, text] = [coachPlace(userId), coach && JSON.stringify(coach)];
  if (localStorage.getItem(place) === text) return;
  if (text === null) localStorage.removeItem(place);
  else keepOnDevice(userId, place, text);
  coachChanges.notify();
}

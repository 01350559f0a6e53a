import { createStorageChanges } from '@/lib/entries/storage-changes.ts';

/** The coach who is assigned to a patient, as the patient's own record names them. */
export type OwnCoach = { name: string; bio: string; email: string; portrait: string | null };

export const coachChanges = createStorageChanges();
export const coachPlace = (userId: string) => `bea-coach:${userId}`;

/** Kept on the device: whom to ask is needed most where there is no network. */
export function keepOwnCoach(userId: string, coach: OwnCoach | null): void {
  const [place, text] = [coachPlace(userId), coach && JSON.stringify(coach)];
  if (localStorage.getItem(place) === text) return;
  if (text === null) localStorage.removeItem(place);
  else localStorage.setItem(place, text);
  coachChanges.notify();
}

import { DAY, type Instant } from '../time/instant.ts';

/** A slip of the thumb can be taken back for a day; after that a result is part of the record. */
export const takenBackUntil = (loggedAt: Instant): Instant => loggedAt + DAY;

export const canTakeBack = (loggedAt: Instant, now: Instant): boolean => now < takenBackUntil(loggedAt);

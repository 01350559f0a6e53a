import { DAY, type Instant } from '../time/instant.ts';

/** A mistaken tap can be undone for a day; after that a result is part of the record. */
export const undoUntil = (loggedAt: Instant): Instant => loggedAt + DAY;

export const canUndo = (loggedAt: Instant, now: Instant): boolean => now < undoUntil(loggedAt);

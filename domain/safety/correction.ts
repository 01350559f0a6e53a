import { MINUTE, type Instant } from '../time/instant.ts';

const CORRECTION_TIME = 10 * MINUTE;

/** Until when answers first sent at this moment can be corrected. */
export const correctableUntil = (sentAt: Instant): Instant => sentAt + CORRECTION_TIME;

/** Answers first sent at this moment, or later, can still be corrected. */
export const correctableSince = (now: Instant): Instant => now - CORRECTION_TIME;

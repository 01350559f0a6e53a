import { DAY, type Instant } from '../time/instant.ts';

/** The word to type to confirm the deletion of an account. */
export const TYPED_CONFIRMATION = 'DELETE';

export const DAYS_TO_CHANGE_ONES_MIND = 7;

export const leavesAt = (now: Instant): Instant => now + DAYS_TO_CHANGE_ONES_MIND * DAY;

export const CODE_MINUTES = 10;

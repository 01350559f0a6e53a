import { DAY, type Instant } from '../time/instant.ts';

export const LATE_DAYS = 7;

/** A day of slack: clocks run ahead, and the patient's today may still be tomorrow in UTC. */
export const isInFuture = (takenAt: Instant, now: Instant): boolean => takenAt > now + DAY;

/** A result kept on a device for longer says too little about this cycle to be logged as new. */
export const isTooLate = (takenAt: Instant, now: Instant): boolean => takenAt < now - LATE_DAYS * DAY;

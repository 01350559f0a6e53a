/** A moment, the same everywhere: milliseconds since 1970 in UTC. */
export type Instant = number;

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

// Without an offset the text would mean another moment on every machine.
const WITH_OFFSET = /^\d{4}-\d\d-\d\dT.+(?:Z|[+-]\d\d:\d\d)$/;

export function instantFromIso(text: string): Instant {
  if (!WITH_OFFSET.test(text)) throw new RangeError('An instant is an ISO date and time with its offset.');
  return parsed(text);
}

/** The moment at which a UTC clock shows this. */
export const instantInUtc = (date: string, time: string): Instant => parsed(`${date}T${time}Z`);

export const isoFromInstant = (instant: Instant): string => new Date(instant).toISOString();

/** NaN for text that is not a moment; NaN is neither before nor after anything. */
export const momentIn = (text: string): Instant => Date.parse(text);

function parsed(text: string): Instant {
  const instant = momentIn(text);
  if (Number.isNaN(instant)) throw new RangeError('There is no such date and time.');
  return instant;
}

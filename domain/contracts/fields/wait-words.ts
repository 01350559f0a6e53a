const LONGEST_IN_SECONDS = 300;
const MINUTE = 60;
const HOUR = 3_600;

/**
 * The message for a client that has to wait: rounded up, so that no one is refused again after waiting that
 * long.
 */
export const tooManyAttempts = (seconds: number): string =>
  `Too many attempts. Please try again in ${waitInWords(seconds)}.`;

/** The same as `private.wait_in_words` in the database. */
export function waitInWords(seconds: number): string {
  if (seconds === 1) return '1 second';
  if (seconds <= LONGEST_IN_SECONDS) return `${seconds} seconds`;
  if (seconds <= HOUR) return `${Math.ceil(seconds / MINUTE)} minutes`;
  return `${Math.ceil(seconds / HOUR)} hours`;
}

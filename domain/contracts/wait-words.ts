const LONGEST_IN_SECONDS = 300;
const MINUTE = 60;
const HOUR = 3_600;

/** What anybody hears who has to wait: rounded up, so that nobody is sent away twice. */
export const tooManyAttempts = (seconds: number): string =>
  `Too many attempts. Please try again ${inWords(seconds)}.`;

function inWords(seconds: number): string {
  if (seconds <= LONGEST_IN_SECONDS) return `in ${seconds} seconds`;
  if (seconds <= HOUR) return `in ${Math.ceil(seconds / MINUTE)} minutes`;
  return `in ${Math.ceil(seconds / HOUR)} hours`;
}

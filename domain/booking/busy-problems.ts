/** Why a person's own calendar could not be read, and what they can do. */
export const BUSY_PROBLEMS = {
  'bad-address': 'This address isn’t one of a calendar on the internet. It has to start with https://.',
  unreachable: 'We couldn’t reach this calendar.',
  refused: 'The calendar refused to be read. Its address may have changed or been reset.',
  'too-slow': 'The calendar took longer than 5 seconds to answer.',
  'too-large': 'The calendar is larger than 1 MB.',
  'not-a-calendar':
    'There’s no calendar at this address. Look for an address in iCal format, often ending in .ics.',
  'too-much': 'The calendar has more than we can read.',
} as const;

export type BusyProblem = keyof typeof BUSY_PROBLEMS;

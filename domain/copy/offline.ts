/** Where there is no network: when something was last known, or that it cannot be known now. */
export const OFFLINE = {
  asOf: (when: string): string => `As of ${when}`,
  calls: 'Your calls cannot be checked right now.',
  results: 'Your results cannot be checked right now.',
};

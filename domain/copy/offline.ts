/** Where there is no network: when something was last known, or that it cannot be known now. */
export const OFFLINE = {
  asOf: (when: string): string => `As of ${when}`,
  calls: 'Your calls cannot be loaded without a network.',
  results: 'Your results cannot be loaded without a network.',
};

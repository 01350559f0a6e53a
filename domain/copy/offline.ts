/** If there is no network: when something was last known, or that it cannot be known now. */
export const OFFLINE = {
  asOf: (when: string): string => `As of ${when}`,
  calls: 'You’re offline, so we can’t load your calls.',
  results: 'You’re offline, so we can’t load your results.',
};

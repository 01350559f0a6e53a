/** Shown without a network: when a fact was last known, or that it can't be known now. */
export const OFFLINE = {
  asOf: (when: string): string => `As of ${when}`,
  calls: 'You’re offline, so we can’t load your calls.',
  results: 'You’re offline, so we can’t load your results.',
};

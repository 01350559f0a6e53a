type Stored = { results: readonly { result: string }[]; events: readonly unknown[] };

/**
 * Nothing was reported, and every pregnancy test is negative: by every rule that is treatment. No ovulation
 * test has these words.
 */
export const isPlainlyInTreatment = ({ results, events }: Stored): boolean =>
  events.length === 0 && !results.some(({ result }) => result === 'positive' || result === 'unclear');

type Address = { line1: string; line2: string | null; city: string; state: string; zip: string };

/** The lines of a mailing label. */
export const addressLines = ({ line1, line2, city, state, zip }: Address): string[] => [
  line1,
  ...(line2 ? [line2] : []),
  `${city}, ${state} ${zip}`,
];

/** What a patient asks for with a button, apart from an answer: a call now, or their coach in a hard time. */
export const ASKS = ['call', 'support'] as const;
export type Ask = (typeof ASKS)[number];

/**
 * A patient's request by button: a call now, their coach during a hard time, or an answer about their safety
 * check today.
 */
export const ASKS = ['call', 'support', 'answer-today'] as const;
export type Ask = (typeof ASKS)[number];

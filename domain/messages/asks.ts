/** What a patient asks for with a button: a call now, their coach in a hard time, or an answer about their safety check today. */
export const ASKS = ['call', 'support', 'answer-today'] as const;
export type Ask = (typeof ASKS)[number];

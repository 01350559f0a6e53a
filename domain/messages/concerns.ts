/** Reasons why a message needs more than a reply. The most serious one is stored with it. */
export const CONCERNS = ['self-harm', 'call-me', 'urgent', 'loss', 'answer-today', 'hard-time'] as const;
export type Concern = (typeof CONCERNS)[number];

/** Why a message is more than one that waits for an answer. The worst of them is kept with it. */
export const CONCERNS = ['self-harm', 'call-me', 'urgent', 'loss', 'answer-today', 'hard-time'] as const;
export type Concern = (typeof CONCERNS)[number];

import type { Ask } from './asks.ts';
import { urgencyOf } from './urgent-words.ts';

/** Why a message is more than one that waits for an answer. The worst of them is kept with it. */
export const CONCERNS = ['self-harm', 'call-me', 'urgent', 'answer-today', 'hard-time'] as const;
export type Concern = (typeof CONCERNS)[number];

export function concernOf(text: string, asks?: Ask): Concern | null {
  const urgency = urgencyOf(text);
  if (urgency === 'self-harm') return 'self-harm';
  if (asks === 'call') return 'call-me';
  if (urgency === 'strong') return 'urgent';
  if (asks === 'answer-today') return 'answer-today';
  return asks === 'support' ? 'hard-time' : null;
}

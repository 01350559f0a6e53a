import type { Ask } from './asks.ts';
import type { Concern } from './concerns.ts';
import { urgencyOf } from './urgent-words.ts';

export function concernOf(text: string, asks?: Ask): Concern | null {
  const urgency = urgencyOf(text);
  if (urgency === 'self-harm') return 'self-harm';
  if (asks === 'call') return 'call-me';
  if (urgency === 'strong') return 'urgent';
  if (urgency === 'loss') return 'loss';
  if (asks === 'answer-today') return 'answer-today';
  return asks === 'support' ? 'hard-time' : null;
}

import type { Concern } from '@domain/messages/concerns.ts';
import type { Message } from '@domain/messages/conversation.ts';
import type { Judgment } from '@domain/messages/urgent-words.ts';
import type { Instant } from '@domain/time/instant.ts';
import { useUrgency } from '@/lib/entries/use-urgency.ts';

/** `callAskedAt` is when a call was requested, until someone replies. */
export type SentUrgency = Judgment & { callAskedAt: Instant | null };

/**
 * The level of sent and waiting messages as judged when they were sent, so that a newer word list removes no
 * card.
 */
export function useSentUrgency(waiting: readonly Pick<Message, 'text' | 'concern' | 'at'>[]): SentUrgency {
  // Self-harm words may come with an urgent sign or a loss, but only one concern is stored.
  const { body, isLoss, isHardTime } = useUrgency(waiting.map(({ text }) => text).join('\n'));
  const isAbout = (concern: Concern) => waiting.some((message) => message.concern === concern);
  const callAskedAt = waiting.findLast(({ concern }) => concern === 'call-me')?.at ?? null;
  const also = { isLoss: isLoss || isAbout('loss'), isHardTime, callAskedAt };
  // The request for a call is on the card for self-harm words, so that card stays.
  if (callAskedAt !== null || isAbout('self-harm')) return { urgency: 'self-harm', body, ...also };
  return isAbout('urgent')
    ? { urgency: 'strong', body: 'strong', ...also }
    : { urgency: null, body: null, ...also };
}

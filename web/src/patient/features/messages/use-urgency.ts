import type { Concern } from '@domain/messages/concerns.ts';
import type { Message } from '@domain/messages/conversation.ts';
import type { Judgment } from '@domain/messages/urgent-words.ts';
import type { Instant } from '@domain/time/instant.ts';
import { useUrgency } from '@/lib/entries/use-urgency.ts';

/** `callAskedAt`: when a call was asked for, and no one has replied yet. */
export type SentUrgency = Judgment & { callAskedAt: Instant | null };

/** Of what was sent and waits: as it was judged when it was sent, so that a newer list of words takes no card away. */
export function useSentUrgency(waiting: readonly Pick<Message, 'text' | 'concern' | 'at'>[]): SentUrgency {
  // Words of self-harm can come with those of an urgent sign or of a loss, and one concern alone is kept.
  const { body, isLoss, isHardTime } = useUrgency(waiting.map(({ text }) => text).join('\n'));
  const isAbout = (concern: Concern) => waiting.some((message) => message.concern === concern);
  const callAskedAt = waiting.findLast(({ concern }) => concern === 'call-me')?.at ?? null;
  const also = { isLoss: isLoss || isAbout('loss'), isHardTime, callAskedAt };
  // A call is asked for on the card for words of self-harm, so the card stays with it.
  if (callAskedAt !== null || isAbout('self-harm')) return { urgency: 'self-harm', body, ...also };
  return isAbout('urgent')
    ? { urgency: 'strong', body: 'strong', ...also }
    : { urgency: null, body: null, ...also };
}

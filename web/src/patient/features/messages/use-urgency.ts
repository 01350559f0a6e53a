import type { Concern } from '@domain/messages/concerns.ts';
import type { Message } from '@domain/messages/conversation.ts';
import { useUrgency, type Judged } from '@/lib/entries/use-urgency.ts';

/** A call was requested and no one has replied yet. */
export type SentUrgency = Judged & { isCallAsked: boolean };

/**
 * The level of sent and waiting messages as judged when they were sent, so that a newer word list removes no
 * card.
 */
export function useSentUrgency(waiting: readonly Pick<Message, 'text' | 'concern'>[]): SentUrgency {
  // Self-harm words may come with an urgent sign, but only one concern is stored.
  const { body } = useUrgency(waiting.map(({ text }) => text).join('\n'));
  const isAbout = (concern: Concern) => waiting.some((message) => message.concern === concern);
  const isCallAsked = isAbout('call-me');
  // The request for a call is on the card for self-harm words, so that card stays.
  if (isCallAsked || isAbout('self-harm')) return { urgency: 'self-harm', body, isCallAsked };
  return isAbout('urgent')
    ? { urgency: 'strong', body: 'strong', isCallAsked }
    : { urgency: null, body: null, isCallAsked };
}

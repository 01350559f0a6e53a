import type { Concern } from '@domain/messages/concerns.ts';
import type { Message } from '@domain/messages/conversation.ts';
import { useUrgency, type Judged } from '@/lib/entries/use-urgency.ts';

/** A call was asked for, and no one has replied yet. */
export type SentUrgency = Judged & { isCallAsked: boolean };

/** Of what was sent and waits: as it was judged when it was sent, so that a newer list of words takes no card away. */
export function useSentUrgency(waiting: readonly Pick<Message, 'text' | 'concern'>[]): SentUrgency {
  // Words of self-harm can come with those of an urgent sign, and one concern alone is kept.
  const { body } = useUrgency(waiting.map(({ text }) => text).join('\n'));
  const isAbout = (concern: Concern) => waiting.some((message) => message.concern === concern);
  const isCallAsked = isAbout('call-me');
  // A call is asked for on the card for words of self-harm, so the card stays with it.
  if (isCallAsked || isAbout('self-harm')) return { urgency: 'self-harm', body, isCallAsked };
  return isAbout('urgent')
    ? { urgency: 'strong', body: 'strong', isCallAsked }
    : { urgency: null, body: null, isCallAsked };
}

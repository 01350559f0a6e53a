import * as z from 'zod/mini';
import { TOPICS } from '../messages/topics.ts';
import { MessageText } from './message-text.ts';
import { InstantText } from './sizes.ts';
import { NOT_AN_OBJECT } from './submission.ts';

/** To a new conversation by its topic, or to one that is there. */
export const SendMessageRequest = z
  .object(
    {
      topic: z.optional(z.enum(TOPICS, 'Please choose from the list')),
      threadId: z.optional(z.guid('Please name the conversation by its id')),
      text: MessageText,
    },
    NOT_AN_OBJECT,
  )
  .check(
    z.refine(
      ({ topic, threadId }) => (topic === undefined) !== (threadId === undefined),
      'Please send either a topic or a threadId',
    ),
  );

export const SendMessageAnswer = z.object({
  id: z.guid(),
  threadId: z.guid(),
  /** By when the care team answers what waits in this thread; null where nothing does any more. */
  dueAt: z.nullable(InstantText),
});

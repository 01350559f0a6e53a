import * as z from 'zod/mini';
import { ASKS } from '../../messages/asks.ts';
import { MAX_PICTURES } from '../../messages/pictures/limits.ts';
import { TOPICS } from '../../messages/topics.ts';
import { MessageText } from '../fields/message-text.ts';
import { InstantText } from '../fields/sizes.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';

const FILES = 'Please name each picture by its id';

/** To a new conversation by its topic, or to one that is there. */
export const SendMessageRequest = z
  .strictObject(
    {
      topic: z.optional(z.enum(TOPICS, 'Please choose from the list')),
      threadId: z.optional(z.guid('Please name the conversation by its id')),
      text: MessageText,
      /** What the patient asks for with a button; no written answer is awaited then. */
      asks: z.optional(z.enum(ASKS, 'call, support or answer-today')),
      /** Pictures that were left in `UPLOADS` (domain/messages/pictures/places.ts), by their ids. */
      files: z.optional(
        z.array(z.guid(FILES)).check(
          z.maxLength(MAX_PICTURES, 'Please send at most three pictures'),
          z.refine(
            (ids) => new Set(ids.map((id) => id.toLowerCase())).size === ids.length,
            'Please send each picture once',
          ),
        ),
      ),
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

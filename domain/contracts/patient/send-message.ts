import * as z from 'zod/mini';
import { ASKS } from '../../messages/asks.ts';
import { MAX_PICTURES } from '../../messages/pictures/limits.ts';
import { TOPICS } from '../../messages/topics.ts';
import { MessageText } from '../fields/message-text.ts';
import { InstantText } from '../fields/sizes.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';

const FILES = 'Please select each picture';

/** To a new conversation by its topic, or to an existing one. */
export const SendMessageRequest = z
  .strictObject(
    {
      topic: z.optional(z.enum(TOPICS, 'Please select from the list')),
      threadId: z.optional(z.guid('Please select a conversation')),
      text: MessageText,
      /** The patient's request, made with a button; it expects no written reply. */
      asks: z.optional(z.enum(ASKS, 'call, support or answer-today')),
      /** Pictures uploaded to `UPLOADS` (domain/messages/pictures/places.ts), by id. */
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
  /** By when the care team replies in this thread; null if nothing is waiting. */
  dueAt: z.nullable(InstantText),
});

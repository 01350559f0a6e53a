import * as z from 'zod/mini';
import { Count, Line } from '../fields/sizes.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';

const MAX_PLACE = 1_000_000;

/** How far somebody has read a conversation; without one, only that their portal is open and shows what is new. */
export const ReadMessagesRequest = z
  .strictObject(
    {
      threadId: z.optional(z.guid('Please name the conversation by its id')),
      place: z.optional(z.int('Please send the place of the last message').check(z.gte(1), z.lte(MAX_PLACE))),
    },
    NOT_AN_OBJECT,
  )
  .check(
    z.refine(
      ({ threadId, place }) => (threadId === undefined) === (place === undefined),
      'Please send threadId and place together',
    ),
  );

/** `from` is who wrote the newest unread reply. */
export const ReadMessagesAnswer = z.object({ unread: Count, from: z.nullable(Line) });

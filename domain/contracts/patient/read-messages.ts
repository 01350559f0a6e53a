import * as z from 'zod/mini';
import { Count, Line, listOf } from '../fields/sizes.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';

/** More than anyone has unanswered. */
const MAX_SETTLED = 200;

const MAX_PLACE = 1_000_000;

/** How far someone has read a conversation; without one, only that their portal is open and shows updates. */
export const ReadMessagesRequest = z
  .strictObject(
    {
      threadId: z.optional(z.guid('Please select a conversation')),
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

/** `from` is the author of the latest unread reply. */
export const ReadMessagesAnswer = z.object({
  unread: Count,
  from: z.nullable(Line),
  /** Overdue unanswered messages, the latest. */
  settled: z.optional(listOf(z.guid(), MAX_SETTLED)),
});

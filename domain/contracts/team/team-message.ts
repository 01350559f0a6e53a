import * as z from 'zod/mini';
import { MessageText } from '../fields/message-text.ts';
import { InstantText } from '../fields/sizes.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';

const SEEN = 'Please send the place of the last message that you saw';

export const TeamMessageRequest = z.strictObject(
  {
    threadId: z.guid('Please name the conversation by its id'),
    text: MessageText,
    /** Answered by phone: `text` says what was said. */
    byPhone: z.optional(z.literal(true, 'true, or left out')),
    /** The place of the last message that was seen: if a colleague has answered since, this is refused with 409. */
    seen: z.optional(z.int(SEEN).check(z.gte(0), z.lte(1_000_000))),
  },
  NOT_AN_OBJECT,
);

export const TeamMessageAnswer = z.object({ id: z.guid(), sentAt: InstantText });

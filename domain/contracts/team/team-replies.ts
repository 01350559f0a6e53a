import * as z from 'zod/mini';
import { MAX_MESSAGE, MAX_TEMPLATE_NAME } from '../fields/lengths.ts';
import { MessageText } from '../fields/message-text.ts';
import { plainLine } from '../fields/plain-line.ts';
import { Count, Line, listOf } from '../fields/sizes.ts';

/** The maximum for the clinic, and for each person. */
const MAX_REPLIES = 100;

const reply = {
  name: plainLine(MAX_TEMPLATE_NAME, {
    missing: 'Please enter a name',
    tooLong: `Please use no more than ${MAX_TEMPLATE_NAME} characters`,
    notPlain: 'Please use letters, numbers and punctuation only',
  }),
  text: MessageText,
};
const known = {
  id: z.guid('Please select a saved reply'),
  /** The version on screen. If it has changed since, nothing is saved. */
  version: z.int().check(z.gte(1), z.lte(1_000_000_000)),
};

/** Administrators edit the clinic's replies. Coaches and clinicians edit their own. */
export const TeamRepliesRequest = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('add'), ...reply }),
  z.strictObject({ action: z.literal('save'), ...known, ...reply }),
  z.strictObject({ action: z.literal('remove'), ...known }),
]);

const SavedReply = z.object({
  id: z.guid(),
  name: Line,
  text: z.string().check(z.maxLength(2 * MAX_MESSAGE)),
  version: Count,
});
export type SavedReply = z.output<typeof SavedReply>;

export const TeamRepliesAnswer = z.object({
  clinic: listOf(SavedReply, MAX_REPLIES),
  own: listOf(SavedReply, MAX_REPLIES),
});

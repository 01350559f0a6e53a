import * as z from 'zod/mini';
import { TOPICS } from '../../messages/topics.ts';
import { IsoInstant } from '../fields/iso.ts';
import { SearchText } from '../fields/search-text.ts';
import { InstantText, Line, listOf } from '../fields/sizes.ts';

export const CONVERSATIONS_PER_PAGE = 50;
/** The filter in the address. Without one, the first filter applies. */
export const SHOWN = ['needs-reply', 'mine', 'all'] as const;

const MAX_KEY = 80;
const KEY = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z~[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const WHICH_PAGE = 'Please open the list again';

export const TeamConversationsRequest = z.strictObject({
  show: z.optional(z.enum(SHOWN, 'Please select from the list')),
  search: z.optional(SearchText),
  /** `next` of the page before. */
  before: z.optional(
    z.string().check(
      z.maxLength(MAX_KEY, WHICH_PAGE),
      z.regex(KEY, WHICH_PAGE),
      // February 30 fits the pattern, but the database refuses it.
      z.refine((key) => IsoInstant.safeParse(key.split('~')[0]).success, WHICH_PAGE),
    ),
  ),
});

const ListedConversation = z.object({
  id: z.guid(),
  patient: z.object({ id: z.guid(), name: Line }),
  topic: z.enum(TOPICS),
  /** The last message: when, by whom, and its first words. */
  at: InstantText,
  from: z.enum(['patient', 'team']),
  who: z.nullable(Line),
  firstWords: Line,
  /** The patient wrote last, and the reader hasn't opened it. What a colleague replied to is read. */
  isUnread: z.boolean(),
  waiting: z.nullable(z.object({ dueAt: InstantText, stage: z.enum(['fresh', 'half', 'overdue']) })),
});
export type ListedConversation = z.output<typeof ListedConversation>;

export const TeamConversationsAnswer = z.object({
  conversations: listOf(ListedConversation, CONVERSATIONS_PER_PAGE),
  next: z.nullable(z.string().check(z.maxLength(MAX_KEY))),
});

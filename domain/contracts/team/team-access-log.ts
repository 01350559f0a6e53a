import * as z from 'zod/mini';
import { Day } from '../fields/iso.ts';
import { SearchText } from '../fields/search-text.ts';
import { InstantText, Line, listOf } from '../fields/sizes.ts';
import { ChangedSetting } from './team-clinic.ts';
import { TeamRole } from './team-session.ts';

const MAX_LINES = 100;
const LINE_ID = 'Please select an entry';
const MAX_LINE_ID = 24;

const idOf = (whom: string) => z.optional(z.guid(`Please select a ${whom}`));

export const TeamAccessLogRequest = z.strictObject({
  /** A member of the care team. */
  person: idOf('person'),
  patient: idOf('patient'),
  /** A patient's name or address, if no id is known. */
  search: z.optional(SearchText),
  /** In the reader's own zone: one day, or a range with both ends included. */
  day: z.optional(Day),
  from: z.optional(Day),
  until: z.optional(Day),
  /** The last line of the previous page. */
  before: z.optional(
    z.string(LINE_ID).check(z.maxLength(MAX_LINE_ID, LINE_ID), z.regex(/^\d{1,16}-\d{1,6}$/, LINE_ID)),
  ),
});

const AccessLine = z.object({
  /**
   * The line's moment, and its position among the lines of that moment. A line number would reveal how many
   * lines about patients are in between.
   */
  id: Line,
  at: InstantText,
  action: z.enum(['read', 'insert', 'update', 'delete']),
  /**
   * The types of data that were read or written, never the content. All health data is `care_record`, one
   * line for each visit.
   */
  kind: Line,
  why: z.nullable(z.enum(['cover', 'patient-asked', 'safety', 'quality'])),
  /** The person's name and role at the time. Missing for lines made at sign-in or by a command. */
  person: z.object({ id: z.nullable(z.guid()), name: z.nullable(Line), role: z.nullable(TeamRole) }),
  /** Null if the line is about the team itself, or about a deleted account or invitation. */
  patient: z.nullable(z.object({ id: z.guid(), name: Line })),
  /** The team member the line is about. */
  member: z.nullable(Line),
  /** A setting that was changed within a day and not since: an administrator can undo it. */
  change: z.nullable(ChangedSetting),
});
export type AccessLine = z.output<typeof AccessLine>;

export const TeamAccessLogAnswer = z.object({
  lines: listOf(AccessLine, MAX_LINES),
  /** Sent back to get the next page. Null on the last page. */
  next: z.nullable(Line),
});
export type TeamAccessLog = z.output<typeof TeamAccessLogAnswer>;

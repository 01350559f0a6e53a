import * as z from 'zod/mini';
import { Day } from '../fields/iso.ts';
import { SearchText } from '../fields/search-text.ts';
import { InstantText, Line, listOf } from '../fields/sizes.ts';
import { TeamRole } from './team-session.ts';

const MAX_LINES = 100;
const LINE_ID = 'Please select an entry';
const MAX_LINE_ID = 24;

const idOf = (whom: string) => z.optional(z.guid(`Please select a ${whom}`));

export const TeamAccessLogRequest = z.strictObject({
  /** Of the care team. */
  person: idOf('person'),
  patient: idOf('patient'),
  /** A patient's name or address, if no id is known. */
  search: z.optional(SearchText),
  /** In the reader's own zone: one day, or a range with both ends included. */
  day: z.optional(Day),
  from: z.optional(Day),
  until: z.optional(Day),
  /** The last line of the page before. */
  before: z.optional(
    z.string(LINE_ID).check(z.maxLength(MAX_LINE_ID, LINE_ID), z.regex(/^\d{1,16}-\d{1,6}$/, LINE_ID)),
  ),
});

const AccessLine = z.object({
  /** Its moment, and which of that moment it is: a number of its own would count the lines of patients in between. */
  id: Line,
  at: InstantText,
  action: z.enum(['read', 'insert', 'update', 'delete']),
  /** Of the things that were read or written; never what they say. All of health is `care_record`, one line a visit. */
  kind: Line,
  why: z.nullable(z.enum(['cover', 'patient-asked', 'safety', 'quality'])),
  /** Name and role as they were then; no one for what happened at the door or by a command. */
  person: z.object({ id: z.nullable(z.guid()), name: z.nullable(Line), role: z.nullable(TeamRole) }),
  /** Null where it is about the team itself, or about an account or an invitation that is gone. */
  patient: z.nullable(z.object({ id: z.guid(), name: Line })),
  /** Whom of the team it is about. */
  member: z.nullable(Line),
});
export type AccessLine = z.output<typeof AccessLine>;

export const TeamAccessLogAnswer = z.object({
  lines: listOf(AccessLine, MAX_LINES),
  /** To ask for the page that follows; null at the end. */
  next: z.nullable(Line),
});
export type TeamAccessLog = z.output<typeof TeamAccessLogAnswer>;

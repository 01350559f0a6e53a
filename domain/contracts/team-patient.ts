import * as z from 'zod/mini';
import { NoteAddendum, NoteAuthor } from './fetch-medical-notes.ts';
import { Address, Count, InstantText, Line, listOf, Page } from './sizes.ts';
import { CONTACT_WAYS } from './team-care.ts';
import { Administration, PatientStatus } from './team-patients.ts';

/** The newest of each kind; a record has far fewer. */
export const MAX_OF_A_KIND = 1_000;
const MAX_KINDS = 10;
const MAX_ANSWERS = 8;

export const TeamPatientRequest = z.object({ id: z.guid('Please name the patient by their id') });

/** Somebody of the care team, by their name and role at that time. */
const Who = z.object({ name: Line, role: Line });
export type Who = z.output<typeof Who>;

const Result = z.object({
  id: z.guid(),
  type: z.enum(['ovulation', 'PREGNANCY']),
  result: Line,
  cycle: z.nullable(Count),
  takenAt: InstantText,
  /** Who logged it for the patient. */
  loggedBy: z.nullable(Who),
});
const Contact = z.object({
  id: z.guid(),
  how: z.enum(CONTACT_WAYS),
  words: Page,
  at: InstantText,
  who: Who,
});
const Survey = z.object({
  id: z.guid(),
  survey: z.enum(['before-treatment', 'applicator-use']),
  /** As domain/surveys writes them. */
  answers: z.union([listOf(z.nullable(Page), MAX_ANSWERS), z.record(Line, z.nullable(Page))]),
  at: InstantText,
});
const CompletedPhase = z.object({ id: z.guid(), phase: Line, cycle: z.nullable(Count), at: InstantText });
const Call = z.object({
  id: z.guid(),
  name: Line,
  startsAt: InstantText,
  endsAt: InstantText,
  status: z.enum(['booked', 'cancelled']),
  host: Who,
});
const Note = z.object({
  id: z.guid(),
  kind: z.enum(['medical', 'consultation']),
  reference: z.nullable(Line),
  title: z.nullable(Line),
  /** The day that a medical note is about. */
  notedOn: z.nullable(InstantText),
  /** Markdown of a medical note, HTML of a consultation's: untrusted, as in the portal. */
  text: Page,
  at: InstantText,
  /** Null for notes from before they were signed. */
  author: z.nullable(NoteAuthor),
  addenda: listOf(NoteAddendum, MAX_OF_A_KIND),
  /** Not shown to the patient any more. */
  withdrawn: z.nullable(z.object({ reason: Page, author: NoteAuthor })),
});
export type WrittenNote = z.output<typeof Note>;

/** What the database tells of a record; `timelineOf` makes one list of it. */
export const RecordFacts = z.object({
  results: listOf(Result, MAX_OF_A_KIND),
  surveys: listOf(Survey, MAX_OF_A_KIND),
  phases: listOf(CompletedPhase, MAX_OF_A_KIND),
  calls: listOf(Call, MAX_OF_A_KIND),
  notes: listOf(Note, MAX_OF_A_KIND),
  contacts: listOf(Contact, MAX_OF_A_KIND),
});
export type RecordFacts = z.output<typeof RecordFacts>;

export const TimelineEntry = z.object({
  kind: z.enum(['result', 'survey', 'phase', 'call', 'note', 'contact']),
  id: z.guid(),
  at: InstantText,
  title: Line,
  text: Page,
  /** Null where the patient did it. */
  who: z.nullable(Who),
  /** Of a note: what it is shown with. */
  note: z.optional(Note),
});
export type TimelineEntry = z.output<typeof TimelineEntry>;

const NoteDraft = z.object({
  id: z.guid(),
  version: Count,
  kind: z.enum(['medical', 'consultation']),
  reference: z.nullable(Line),
  title: Line,
  date: InstantText,
  text: Page,
  savedAt: InstantText,
  begunBy: z.nullable(Line),
});

/** Who this is, for the page's head and its banners. */
const Profile = z.object({
  firstName: Line,
  phone: z.nullable(Line),
  /** Of the last call that was booked: the patient's own clock, as far as it is known. */
  timeZone: z.nullable(Line),
  programme: z.nullable(Line),
  age: z.nullable(Count),
  familySetUp: z.nullable(Line),
  status: PatientStatus,
  stage: Count,
  cycle: z.nullable(Count),
  phase: z.nullable(Line),
  coach: z.nullable(z.object({ id: z.guid(), name: Line })),
  /** When the account is deleted, where the patient asked for that. */
  leavesAt: z.nullable(InstantText),
  /** Why a colleague's record is open to this coach. */
  openedFor: z.nullable(Line),
});

const Identity = { id: z.guid(), name: Line, email: Line };
const MAX_QUESTIONS = 50;

/** Before both consents, or after access ended: an address and a name. */
const Closed = z.object({ ...Identity, access: z.literal('identity') });
const Administrative = z.object({
  ...Identity,
  access: z.literal('administration'),
  administration: Administration,
  mails: listOf(
    z.object({
      at: InstantText,
      channel: z.enum(['email', 'sms']),
      state: z.enum(['sent', 'waiting', 'parked', 'dropped']),
    }),
    MAX_OF_A_KIND,
  ),
  calls: listOf(
    z.object({ startsAt: InstantText, endsAt: InstantText, status: z.enum(['booked', 'cancelled']) }),
    MAX_OF_A_KIND,
  ),
});
const Whole = z.object({
  ...Identity,
  access: z.literal('record'),
  profile: Profile,
  /** The questionnaire's answers by column; null before it was filled in. */
  questionnaire: z.nullable(
    z.record(
      Line,
      z.union([z.nullable(Page), z.number().check(z.gte(0), z.lte(200)), listOf(Line, MAX_QUESTIONS)]),
    ),
  ),
  kit: z.object({ trackingUrl: z.nullable(Address), askedAt: z.nullable(InstantText) }),
  /** What this reader has begun to write; of somebody who left, what a clinician may go on with. */
  drafts: listOf(NoteDraft, MAX_OF_A_KIND),
  results: listOf(Result, MAX_OF_A_KIND),
  timeline: listOf(TimelineEntry, MAX_KINDS * MAX_OF_A_KIND),
});
export const TeamPatientAnswer = z.discriminatedUnion('access', [Closed, Administrative, Whole]);
/** As the database answers. */
export const TeamPatientRecord = z.discriminatedUnion('access', [
  Closed,
  Administrative,
  z.extend(z.omit(Whole, { timeline: true, results: true }), { facts: RecordFacts }),
]);

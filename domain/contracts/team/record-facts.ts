import * as z from 'zod/mini';
import { NoteAddendum, NoteAuthor } from '../patient/fetch-medical-notes.ts';
import { Count, InstantText, Line, listOf, Page } from '../fields/sizes.ts';
import { CALL_OUTCOMES } from './team-calls.ts';
import { CONTACT_DIRECTIONS, CONTACT_RESULTS, CONTACT_WAYS } from './team-care.ts';
import { ATTEMPTS, DONE_OUTCOMES } from '../../worklist/outcomes.ts';
import { TREATMENT_DAY_ACTIONS } from '../../treatment-day/events.ts';

/** The latest of each type; a record has far fewer. */
export const MAX_OF_A_KIND = 1_000;
const MAX_ANSWERS = 8;
const MAX_EARLIER = 3 * MAX_OF_A_KIND;

/** A care team member, by their name and role at that time. */
export const Who = z.object({ name: Line, role: Line });
export type Who = z.output<typeof Who>;

export const Result = z.object({
  id: z.guid(),
  type: z.enum(['ovulation', 'PREGNANCY']),
  result: Line,
  cycle: z.nullable(Count),
  takenAt: InstantText,
  /** The patient's local day. */
  takenOn: InstantText,
  receivedAt: InstantText,
  /** Who logged it for the patient. */
  loggedBy: z.nullable(Who),
});
const Days = { days: listOf(InstantText, MAX_EARLIER) };
/** The days of what the timeline alone shows from before the newest cycle, where only that cycle is asked for. */
const Earlier = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('result'), of: Line, ...Days }),
  z.object({ kind: z.literal('contact'), of: z.enum(CONTACT_WAYS), ...Days }),
  z.object({
    kind: z.enum(['survey', 'symptoms', 'call', 'note', 'staff-note', 'follow-up', 'decision']),
    ...Days,
  }),
]);
const Contact = z.object({
  id: z.guid(),
  how: z.enum(CONTACT_WAYS),
  words: Page,
  at: InstantText,
  who: Who,
  /** Null for contacts recorded before this was asked. */
  direction: z.nullable(z.enum(CONTACT_DIRECTIONS)),
  result: z.nullable(z.enum(CONTACT_RESULTS)),
  /** The reader wrote it, within the last day. */
  canUndo: z.boolean(),
});
const StaffNote = z.object({ id: z.guid(), text: Page, at: InstantText, who: Who, canUndo: z.boolean() });
const AlertFact = z.object({
  id: z.guid(),
  text: Line,
  at: InstantText,
  who: Who,
  removed: z.nullable(z.object({ at: InstantText, who: Who })),
});
const FollowUp = z.object({
  id: z.guid(),
  text: Page,
  dueAt: InstantText,
  at: InstantText,
  /** The coach or clinician whose follow-up it is. */
  to: Line,
  who: Who,
  isDone: z.boolean(),
});
const Survey = z.object({
  id: z.guid(),
  survey: z.enum(['before-treatment', 'applicator-use']),
  /** As domain/surveys writes them. */
  answers: z.union([listOf(z.nullable(Page), MAX_ANSWERS), z.record(Line, z.nullable(Page))]),
  at: InstantText,
  loggedBy: z.nullable(Who),
  /** The reader logged it, within the last day. */
  canUndo: z.boolean(),
});
const CompletedPhase = z.object({
  id: z.guid(),
  phase: Line,
  cycle: z.nullable(Count),
  at: InstantText,
  loggedBy: z.nullable(Who),
  /** The host of the call whose outcome completed it. */
  byCallWith: z.nullable(Who),
  /** A positive test completed it, and its undo reopens it. */
  byTest: z.boolean(),
});
const Call = z.object({
  id: z.guid(),
  name: Line,
  startsAt: InstantText,
  endsAt: InstantText,
  status: z.enum(['booked', 'cancelled']),
  /** Null until its host records the outcome. */
  outcome: z.nullable(z.enum(CALL_OUTCOMES)),
  host: Who,
});
export const Note = z.object({
  id: z.guid(),
  kind: z.enum(['medical', 'consultation']),
  reference: z.nullable(Line),
  title: z.nullable(Line),
  /** The day a medical note is about. */
  notedOn: z.nullable(InstantText),
  /** Markdown for a medical note, HTML for a consultation note: untrusted, as in the portal. */
  text: Page,
  at: InstantText,
  /** Null for notes from before notes were signed. */
  author: z.nullable(NoteAuthor),
  addenda: listOf(NoteAddendum, MAX_OF_A_KIND),
  /** No longer shown to the patient. */
  withdrawn: z.nullable(z.object({ reason: Page, author: NoteAuthor })),
});
export type WrittenNote = z.output<typeof Note>;

const OutcomeEvent = z.object({
  id: z.guid(),
  kind: z.enum(['pause', 'resume', 'loss', 'stop', 'resolve']),
  day: InstantText,
  cycle: Count,
  until: z.nullable(InstantText),
  reason: z.nullable(Page),
  resolvedTo: z.nullable(z.enum(['pregnant', 'treatment', 'after-loss'])),
  receivedAt: InstantText,
  /** Null if the patient reported it. */
  who: z.nullable(Who),
  /** Who undid it. Null if the patient did. An undone entry no longer counts. */
  takenBack: z.nullable(z.object({ at: InstantText, who: z.nullable(Who) })),
});
const TakenBackResult = z.object({
  id: z.guid(),
  type: z.enum(['ovulation', 'PREGNANCY']),
  result: Line,
  takenOn: InstantText,
  at: InstantText,
  who: Who,
});
const MAX_SIGNS = 10;
const Symptoms = z.object({
  id: z.guid(),
  signs: listOf(Line, MAX_SIGNS),
  strength: z.enum(['mild', 'moderate', 'strong']),
  since: InstantText,
  words: z.nullable(Page),
  urgent: z.boolean(),
  at: InstantText,
  loggedBy: z.nullable(Who),
  canUndo: z.boolean(),
});
export const Period = z.object({
  id: z.guid(),
  kind: z.enum(['period', 'bleed-with-loss', 'unsure']),
  day: InstantText,
  at: InstantText,
  loggedBy: z.nullable(Who),
});
/** A treatment-day event, as a device reported it. */
const Timer = z.object({
  id: z.guid(),
  action: z.enum(TREATMENT_DAY_ACTIONS),
  at: InstantText,
  /** The patient's local day. */
  on: InstantText,
  reportedAt: InstantText,
});
const MAX_REASONS = 30;
const MAX_CORRECTIONS = 20;
const Answered = {
  /** The ids of the questions that led to the outcome. */
  reasons: listOf(Line, MAX_REASONS),
  answers: z.record(Line, Line),
};
export const SafetyCheck = z.object({
  id: z.guid(),
  cycle: Count,
  outcome: z.enum(['ready', 'clinician', 'stop']),
  ...Answered,
  /** Answers that were corrected, oldest first. */
  corrected: listOf(
    z.object({ outcome: z.enum(['ready', 'clinician', 'stop']), ...Answered, at: InstantText }),
    MAX_CORRECTIONS,
  ),
  at: InstantText,
  cleared: z.nullable(z.object({ at: InstantText, words: Page, who: z.nullable(Who) })),
});

/** What was decided about an item on Today, in the stored words. */
const Decision = z.object({
  id: z.guid(),
  key: Line,
  decision: z.enum(['take', 'release', 'contact', 'remind', 'done', 'hand-over', 'reopen']),
  outcome: z.nullable(z.enum([...DONE_OUTCOMES, ...ATTEMPTS])),
  words: z.nullable(Page),
  remindAt: z.nullable(InstantText),
  /** The person it was handed off to. */
  to: z.nullable(Line),
  at: InstantText,
  who: Who,
});

/** The database's facts about a record; `timelineOf` makes one list of them. */
export const RecordFacts = z.object({
  results: listOf(Result, MAX_OF_A_KIND),
  earlier: listOf(Earlier, MAX_OF_A_KIND),
  surveys: listOf(Survey, MAX_OF_A_KIND),
  phases: listOf(CompletedPhase, MAX_OF_A_KIND),
  calls: listOf(Call, MAX_OF_A_KIND),
  notes: listOf(Note, MAX_OF_A_KIND),
  contacts: listOf(Contact, MAX_OF_A_KIND),
  staffNotes: listOf(StaffNote, MAX_OF_A_KIND),
  alerts: listOf(AlertFact, MAX_OF_A_KIND),
  followUps: listOf(FollowUp, MAX_OF_A_KIND),
  outcomes: listOf(OutcomeEvent, MAX_OF_A_KIND),
  takenBack: listOf(TakenBackResult, MAX_OF_A_KIND),
  symptoms: listOf(Symptoms, MAX_OF_A_KIND),
  periods: listOf(
    z.extend(Period, { isOfPresentBody: z.boolean(), isConfirmed: z.optional(z.boolean()) }),
    MAX_OF_A_KIND,
  ),
  /** When the current applicator user started using it; null if there was never another. */
  bodySince: z.nullable(InstantText),
  timers: listOf(Timer, MAX_OF_A_KIND),
  safetyChecks: listOf(SafetyCheck, MAX_OF_A_KIND),
  decisions: listOf(Decision, MAX_OF_A_KIND),
});
export type RecordFacts = z.output<typeof RecordFacts>;

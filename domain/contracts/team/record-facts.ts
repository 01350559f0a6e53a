import * as z from 'zod/mini';
import { NoteAddendum, NoteAuthor } from '../patient/fetch-medical-notes.ts';
import { Count, InstantText, Line, listOf, Page } from '../fields/sizes.ts';
import { CALL_OUTCOMES } from './team-calls.ts';
import { CONTACT_WAYS } from './team-care.ts';
import { TREATMENT_DAY_ACTIONS } from '../../treatment-day/events.ts';

/** The newest of each kind; a record has far fewer. */
export const MAX_OF_A_KIND = 1_000;
const MAX_ANSWERS = 8;

/** Somebody of the care team, by their name and role at that time. */
export const Who = z.object({ name: Line, role: Line });
export type Who = z.output<typeof Who>;

export const Result = z.object({
  id: z.guid(),
  type: z.enum(['ovulation', 'PREGNANCY']),
  result: Line,
  cycle: z.nullable(Count),
  takenAt: InstantText,
  /** The day as the patient lived it. */
  takenOn: InstantText,
  receivedAt: InstantText,
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
  /** Null until its host has said how it went. */
  outcome: z.nullable(z.enum(CALL_OUTCOMES)),
  host: Who,
});
export const Note = z.object({
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

const OutcomeEvent = z.object({
  id: z.guid(),
  kind: z.enum(['pause', 'resume', 'loss', 'stop', 'resolve']),
  day: InstantText,
  cycle: Count,
  until: z.nullable(InstantText),
  reason: z.nullable(Page),
  resolvedTo: z.nullable(z.enum(['pregnant', 'treatment', 'after-loss'])),
  receivedAt: InstantText,
  /** Null where the patient reported it. */
  who: z.nullable(Who),
  /** It was taken back and counts no more; null for who where the patient did. */
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
});
export const Period = z.object({
  id: z.guid(),
  kind: z.enum(['period', 'bleed-with-loss', 'unsure']),
  day: InstantText,
  at: InstantText,
});
/** What happened on a day of treatment, as some device told it. */
const Timer = z.object({ id: z.guid(), action: z.enum(TREATMENT_DAY_ACTIONS), at: InstantText });
const MAX_REASONS = 30;
const MAX_CORRECTIONS = 20;
const Answered = {
  /** The ids of the questions that led to it. */
  reasons: listOf(Line, MAX_REASONS),
  answers: z.record(Line, Line),
};
export const SafetyCheck = z.object({
  id: z.guid(),
  cycle: Count,
  outcome: z.enum(['ready', 'clinician', 'stop']),
  ...Answered,
  /** What was sent before it, oldest first. */
  corrected: listOf(
    z.object({ outcome: z.enum(['ready', 'clinician', 'stop']), ...Answered, at: InstantText }),
    MAX_CORRECTIONS,
  ),
  at: InstantText,
  cleared: z.nullable(z.object({ at: InstantText, words: Page, who: z.nullable(Who) })),
});

/** What the database tells of a record; `timelineOf` makes one list of it. */
export const RecordFacts = z.object({
  results: listOf(Result, MAX_OF_A_KIND),
  surveys: listOf(Survey, MAX_OF_A_KIND),
  phases: listOf(CompletedPhase, MAX_OF_A_KIND),
  calls: listOf(Call, MAX_OF_A_KIND),
  notes: listOf(Note, MAX_OF_A_KIND),
  contacts: listOf(Contact, MAX_OF_A_KIND),
  outcomes: listOf(OutcomeEvent, MAX_OF_A_KIND),
  takenBack: listOf(TakenBackResult, MAX_OF_A_KIND),
  symptoms: listOf(Symptoms, MAX_OF_A_KIND),
  periods: listOf(z.extend(Period, { isOfPresentBody: z.boolean() }), MAX_OF_A_KIND),
  /** Since when the applicator is used by whoever uses it now; null where it always was. */
  bodySince: z.nullable(InstantText),
  timers: listOf(Timer, MAX_OF_A_KIND),
  safetyChecks: listOf(SafetyCheck, MAX_OF_A_KIND),
});
export type RecordFacts = z.output<typeof RecordFacts>;

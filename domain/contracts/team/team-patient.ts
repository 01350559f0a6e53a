import * as z from 'zod/mini';
import { CARE_STATES } from '../../care-state/facts.ts';
import { PHASE_IDS } from '../../journey/phase-ids.ts';
import { APPLICATOR_STATES, APPLICATORS } from '../../cycle/applicator-days.ts';
import { Kit } from '../fields/kit.ts';
import { MAX_OF_A_KIND, Note, Period, RecordFacts, Result, SafetyCheck, Who } from './record-facts.ts';
import { Count, InstantText, Line, listOf, Page } from '../fields/sizes.ts';
import { CARE_ACTS, CONTACT_WAYS } from './team-care.ts';
import { Identity } from './team-identity.ts';
import { Administration, PatientStatus } from './team-patients.ts';

const MAX_KINDS = 16;
export const MAX_ALERTS = 20;

export const TeamPatientRequest = z.strictObject({
  id: z.guid('Please select a patient'),
  /** Without it the timeline is whole. */
  cycles: z.optional(z.literal('newest')),
});

export const TimelineEntry = z.object({
  kind: z.enum([
    'result',
    'survey',
    'phase',
    'call',
    'note',
    'contact',
    'staff-note',
    'alert',
    'follow-up',
    'outcome',
    'symptoms',
    'period',
    'applicator',
    'safety-check',
    // What the team decided about an item of Today.
    'decision',
    // A conversation, which `team-messages` answers.
    'message',
  ]),
  id: z.guid(),
  at: InstantText,
  /** Only the day is known; `at` sorts it into the middle of it. */
  isDay: z.optional(z.boolean()),
  title: Line,
  text: Page,
  /** Null where the patient did it. */
  who: z.nullable(Who),
  /** Of a note: what it is shown with. */
  note: z.optional(Note),
  /** Of a contact: how. */
  contact: z.optional(z.enum(CONTACT_WAYS)),
  /** The team logged it for the patient. */
  isLogged: z.optional(z.boolean()),
  /** It can be undone, by its id. */
  canUndo: z.optional(z.boolean()),
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
  identity: Identity,
  /** Of the last call that was booked: the patient's own clock, as far as it is known. */
  timeZone: z.nullable(Line),
  age: z.nullable(Count),
  familySetUp: z.nullable(Page),
  status: PatientStatus,
  stage: Count,
  cycle: z.nullable(Count),
  phase: z.nullable(Line),
  coach: z.nullable(z.object({ id: z.guid(), name: Line })),
  /** When the account is deleted, where the patient asked for that. */
  leavesAt: z.nullable(InstantText),
  /** The reader is a coach, and another coach cares for this patient. */
  isAnotherCoachs: z.boolean(),
  /** Why a colleague's record is open to this coach. */
  openedFor: z.nullable(Line),
});

/** Where the patient is in detail, for the banners, and what this reader can decide now. */
const Care = z.object({
  /** The day that led to it; null if nothing has happened yet. */
  since: z.nullable(InstantText),
  /** Of `unsure`: there was a positive before it. */
  afterPositive: z.boolean(),
  /** There was a loss since the last resume. */
  afterLoss: z.boolean(),
  /** To resume after a loss, the clinician selects the cycle; otherwise there is none. */
  resumeNamesCycle: z.boolean(),
  /** Of `paused`. `isOver` from the day the patient wanted to be asked. */
  pause: z.nullable(z.object({ until: z.nullable(InstantText), isOver: z.boolean() })),
  /** The newest safety check of this cycle that no one has cleared and that blocks the patient. */
  safetyCheck: z.nullable(z.omit(SafetyCheck, { cleared: true, corrected: true })),
  /** By the reader's role and where the patient is. */
  acts: listOf(z.enum(CARE_ACTS), CARE_ACTS.length),
});
export type Care = z.output<typeof Care>;

/** A cycle of the timeline, and how many entries each filter shows of it. */
const OlderCycle = z.object({
  startsOn: z.nullable(InstantText),
  endsOn: z.nullable(InstantText),
  counts: z.object({ all: Count, results: Count, notes: Count, calls: Count, messages: Count, team: Count }),
});
export type OlderCycle = z.output<typeof OlderCycle>;

/** For the chart: days as the patient lived them. */
const Cycle = z.object({
  /** Null if no cycle is being counted. */
  day: z.nullable(Count),
  today: InstantText,
  periods: listOf(z.pick(Period, { day: true, kind: true }), MAX_OF_A_KIND),
  applicatorsUsedOn: listOf(InstantText, 2 * MAX_OF_A_KIND),
  /**
   * The days of this cycle's two applicators; none if nothing is forecast, and then no likely days are
   * drawn either.
   */
  applicators: listOf(z.object({ day: InstantText, state: z.enum(APPLICATOR_STATES) }), APPLICATORS),
  hasForecast: z.boolean(),
});
export type Cycle = z.output<typeof Cycle>;

const MAX_STEPS = 20;
const PlanStep = z.object({ phase: z.enum(PHASE_IDS), cycle: z.nullable(Count), words: Line });
/** What of the patient's plan can be completed or reopened now; each list starts with the likeliest. */
const Plan = z.object({
  completable: listOf(PlanStep, MAX_STEPS),
  reopenable: listOf(PlanStep, MAX_STEPS),
  /** The treatment cycle that an applicator of today belongs to. */
  cycleUnderWay: Count,
});
export type Plan = z.output<typeof Plan>;

const Person = { id: z.guid(), name: Line, email: Line };
const MAX_QUESTIONS = 50;

/** Before both consents, or after access ended: an address and a name. */
const Closed = z.object({ ...Person, access: z.literal('identity') });
const Administrative = z.object({
  ...Person,
  access: z.literal('administration'),
  identity: Identity,
  administration: Administration,
  /** About calls and the account, and whatever did not arrive: the day alone, because moments of emails tell of health. */
  mails: listOf(
    z.object({
      at: InstantText,
      channel: z.enum(['email', 'sms']),
      state: z.enum(['sent', 'waiting', 'parked', 'dropped']),
    }),
    MAX_OF_A_KIND,
  ),
  /** Without their end: how long a call takes tells which kind it is. */
  calls: listOf(z.object({ startsAt: InstantText, status: z.enum(['booked', 'cancelled']) }), MAX_OF_A_KIND),
});
const Whole = z.object({
  ...Person,
  access: z.literal('record'),
  profile: Profile,
  careState: z.enum(CARE_STATES),
  care: Care,
  /** The questionnaire's answers by column; null before it was filled in. */
  questionnaire: z.nullable(
    z.record(
      Line,
      z.union([z.nullable(Page), z.number().check(z.gte(0), z.lte(200)), listOf(Line, MAX_QUESTIONS)]),
    ),
  ),
  kit: Kit,
  /** What changes how one acts, as the team wrote it; oldest first. */
  alerts: listOf(z.object({ id: z.guid(), text: Line, who: Who, at: InstantText }), MAX_ALERTS),
  /** To whom a follow-up can be given. */
  colleagues: listOf(z.object({ id: z.guid(), name: Line, role: Line }), MAX_OF_A_KIND),
  /** What this reader has started to write; of someone who left, what a clinician may continue with. */
  drafts: listOf(NoteDraft, MAX_OF_A_KIND),
  cycle: Cycle,
  plan: Plan,
  /** For the chart. */
  results: listOf(z.pick(Result, { type: true, result: true, takenOn: true }), 4 * MAX_OF_A_KIND),
  timeline: listOf(TimelineEntry, MAX_KINDS * MAX_OF_A_KIND),
  /** The cycles that a timeline of the newest one leaves out. */
  older: listOf(OlderCycle, MAX_OF_A_KIND + 1),
});
export const TeamPatientAnswer = z.discriminatedUnion('access', [Closed, Administrative, Whole]);
/** As the database answers. */
export const TeamPatientRecord = z.discriminatedUnion('access', [
  Closed,
  Administrative,
  z.extend(
    z.omit(Whole, {
      timeline: true,
      older: true,
      results: true,
      cycle: true,
      plan: true,
      careState: true,
      care: true,
    }),
    {
      facts: RecordFacts,
      /** The treatment cycle that the patient is in. */
      treatmentCycle: Count,
      /** An administrator never gets a record. */
      reader: z.object({ role: z.enum(['coach', 'clinician']), timeZone: Line, patientsZone: Line }),
    },
  ),
]);

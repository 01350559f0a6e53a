import * as z from 'zod/mini';
import { CARE_STATES } from '../../care-state/facts.ts';
import { APPLICATOR_STATES, APPLICATORS } from '../../cycle/applicator-days.ts';
import { Kit } from '../fields/kit.ts';
import { MAX_OF_A_KIND, Note, Period, RecordFacts, Result, SafetyCheck, Who } from './record-facts.ts';
import { Count, InstantText, Line, listOf, Page } from '../fields/sizes.ts';
import { CARE_ACTS } from './team-care.ts';
import { Administration, PatientStatus } from './team-patients.ts';

const MAX_KINDS = 12;

export const TeamPatientRequest = z.strictObject({ id: z.guid('Please name the patient by their id') });

export const TimelineEntry = z.object({
  kind: z.enum([
    'result',
    'survey',
    'phase',
    'call',
    'note',
    'contact',
    'outcome',
    'symptoms',
    'period',
    'applicator',
    'safety-check',
    // A conversation, which `team-messages` answers.
    'message',
  ]),
  id: z.guid(),
  at: InstantText,
  title: Line,
  text: Page,
  /** Null where the patient did it. */
  who: z.nullable(Who),
  /** Of a note: what it is shown with. */
  note: z.optional(Note),
  /** A result or a loss that can be taken back, by its id. */
  canTakeBack: z.optional(z.boolean()),
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
  familySetUp: z.nullable(Page),
  status: PatientStatus,
  stage: Count,
  cycle: z.nullable(Count),
  phase: z.nullable(Line),
  coach: z.nullable(z.object({ id: z.guid(), name: Line })),
  /** When the account is deleted, where the patient asked for that. */
  leavesAt: z.nullable(InstantText),
  /** The reader is a coach, and another coach looks after this patient. */
  isAnotherCoachs: z.boolean(),
  /** Why a colleague's record is open to this coach. */
  openedFor: z.nullable(Line),
});

/** Where the patient stands in detail, for the banners, and what this reader can decide now. */
const Care = z.object({
  /** The day that led to it; null where nothing has happened yet. */
  since: z.nullable(InstantText),
  /** Of `unsure`: there was a positive before it. */
  afterPositive: z.boolean(),
  /** There was a loss since the last resume. */
  afterLoss: z.boolean(),
  /** Going on after a loss, the clinician names the cycle; otherwise none is named. */
  resumeNamesCycle: z.boolean(),
  /** Of `paused`. `isOver` from the day on which the patient wanted to be asked. */
  pause: z.nullable(z.object({ until: z.nullable(InstantText), isOver: z.boolean() })),
  /** The newest safety check of this cycle that nobody has cleared and that holds the patient back. */
  safetyCheck: z.nullable(z.omit(SafetyCheck, { cleared: true, corrected: true })),
  /** By the reader's role and where the patient stands. */
  acts: listOf(z.enum(CARE_ACTS), CARE_ACTS.length),
});
export type Care = z.output<typeof Care>;

/** For the chart: days as the patient lived them. */
const Cycle = z.object({
  /** Null where no cycle is being counted. */
  day: z.nullable(Count),
  today: InstantText,
  periods: listOf(z.pick(Period, { day: true, kind: true }), MAX_OF_A_KIND),
  applicatorsUsedOn: listOf(InstantText, 2 * MAX_OF_A_KIND),
  /** The days of this cycle's two applicators; none where nothing is forecast, and then no likely days are drawn either. */
  applicators: listOf(z.object({ day: InstantText, state: z.enum(APPLICATOR_STATES) }), APPLICATORS),
  hasForecast: z.boolean(),
});
export type Cycle = z.output<typeof Cycle>;

const Identity = { id: z.guid(), name: Line, email: Line };
const MAX_QUESTIONS = 50;

/** Before both consents, or after access ended: an address and a name. */
const Closed = z.object({ ...Identity, access: z.literal('identity') });
const Administrative = z.object({
  ...Identity,
  access: z.literal('administration'),
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
  ...Identity,
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
  /** What this reader has begun to write; of somebody who left, what a clinician may go on with. */
  drafts: listOf(NoteDraft, MAX_OF_A_KIND),
  cycle: Cycle,
  results: listOf(Result, MAX_OF_A_KIND),
  timeline: listOf(TimelineEntry, MAX_KINDS * MAX_OF_A_KIND),
});
export const TeamPatientAnswer = z.discriminatedUnion('access', [Closed, Administrative, Whole]);
/** As the database answers. */
export const TeamPatientRecord = z.discriminatedUnion('access', [
  Closed,
  Administrative,
  z.extend(z.omit(Whole, { timeline: true, results: true, cycle: true, careState: true, care: true }), {
    facts: RecordFacts,
    /** The treatment cycle that the patient is in. */
    treatmentCycle: Count,
    /** An administrator never gets a record. */
    reader: z.object({ role: z.enum(['coach', 'clinician']), timeZone: Line }),
  }),
]);

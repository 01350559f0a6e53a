import * as z from 'zod/mini';
import { CARE_STATES } from '../../care-state/facts.ts';
import { PHASE_IDS } from '../../journey/phase-ids.ts';
import { APPLICATOR_STATES, APPLICATORS } from '../../cycle/applicator-days.ts';
import { Kit } from '../fields/kit.ts';
import { MAX_OF_A_KIND, Note, Period, RecordFacts, Result, SafetyCheck, Who } from './record-facts.ts';
import { Count, InstantText, Line, listOf, Page } from '../fields/sizes.ts';
import { CARE_ACTS, CONTACT_WAYS } from './team-care.ts';
import { InSight, MAX_ALERTS } from './in-sight.ts';
import { Identity } from './team-identity.ts';
import { Administration, PatientStatus } from './team-patients.ts';

const MAX_KINDS = 16;

export const TeamPatientRequest = z.strictObject({
  id: z.guid('Please select a patient'),
  /** If missing, the whole timeline is returned. */
  cycles: z.optional(z.literal('newest')),
  /** Who it is about, and nothing else. */
  part: z.optional(z.literal('who')),
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
    // A decision by the team about an item on Today.
    'decision',
    // A conversation. Its messages come from `team-messages`.
    'message',
  ]),
  id: z.guid(),
  at: InstantText,
  /** Only the day is known. `at` sorts the entry into the middle of that day. */
  isDay: z.optional(z.boolean()),
  title: Line,
  text: Page,
  /** Null if the patient did it. */
  who: z.nullable(Who),
  /** Only for notes: the parts shown with them. */
  note: z.optional(Note),
  /** Only for contacts: how the team reached the patient. */
  contact: z.optional(z.enum(CONTACT_WAYS)),
  /** The team logged it for the patient. */
  isLogged: z.optional(z.boolean()),
  /** The id with which it can be undone. */
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

/** The patient's identity, for the page's header and banners. */
const Profile = z.object({
  firstName: Line,
  identity: Identity,
  /** The patient's zone, if known, from the last call they booked. */
  timeZone: z.nullable(Line),
  age: z.nullable(Count),
  familySetUp: z.nullable(Page),
  status: PatientStatus,
  stage: Count,
  cycle: z.nullable(Count),
  phase: z.nullable(Line),
  coach: z.nullable(z.object({ id: z.guid(), name: Line })),
  /** When the account will be deleted, if the patient asked for that. */
  leavesAt: z.nullable(InstantText),
  /** The reader is a coach, and the patient has another coach. */
  isAnotherCoachs: z.boolean(),
  /** The reason this coach gave for opening a colleague's patient. */
  openedFor: z.nullable(Line),
});

/** The details of the patient's state for the banners, and what this reader can decide now. */
const Care = z.object({
  /** The day that led to the state. Null if nothing has happened yet. */
  since: z.nullable(InstantText),
  /** Only for `unsure`: there was a positive before it. */
  afterPositive: z.boolean(),
  /** There was a loss since the last resume. */
  afterLoss: z.boolean(),
  /** To resume after a loss, a clinician selects one of these cycles. Empty otherwise. */
  resumeNamesCycle: z.boolean(),
  /** Only for `paused`. True from the day the patient wanted to be asked. */
  pause: z.nullable(z.object({ until: z.nullable(InstantText), isOver: z.boolean() })),
  /** The newest safety check of this cycle that still blocks the patient. */
  safetyCheck: z.nullable(z.omit(SafetyCheck, { cleared: true, corrected: true })),
  /** Depends on the reader's role and the patient's state. */
  acts: listOf(z.enum(CARE_ACTS), CARE_ACTS.length),
});
export type Care = z.output<typeof Care>;

/** A cycle of the timeline, with the number of entries each filter shows. */
const OlderCycle = z.object({
  startsOn: z.nullable(InstantText),
  endsOn: z.nullable(InstantText),
  counts: z.object({ all: Count, results: Count, notes: Count, calls: Count, messages: Count, team: Count }),
});
export type OlderCycle = z.output<typeof OlderCycle>;

/** For the chart. Days are in the patient's own calendar. */
const Cycle = z.object({
  /** Null if no cycle is being counted. */
  day: z.nullable(Count),
  today: InstantText,
  periods: listOf(z.pick(Period, { day: true, kind: true }), MAX_OF_A_KIND),
  applicatorsUsedOn: listOf(InstantText, 2 * MAX_OF_A_KIND),
  /**
   * The days of this cycle's two applicators. Empty if nothing is forecast; then the chart shows no likely
   * days either.
   */
  applicators: listOf(z.object({ day: InstantText, state: z.enum(APPLICATOR_STATES) }), APPLICATORS),
  hasForecast: z.boolean(),
});
export type Cycle = z.output<typeof Cycle>;

const MAX_STEPS = 20;
const PlanStep = z.object({ phase: z.enum(PHASE_IDS), cycle: z.nullable(Count), words: Line });
/** The phases that can be completed or reopened now, the most likely one first. */
const Plan = z.object({
  completable: listOf(PlanStep, MAX_STEPS),
  reopenable: listOf(PlanStep, MAX_STEPS),
  /** The treatment cycle that an applicator used today belongs to. */
  cycleUnderWay: Count,
});
export type Plan = z.output<typeof Plan>;

const Person = { id: z.guid(), name: Line, email: Line };
const MAX_QUESTIONS = 50;

/** A patient without both consents, or whose access ended: only address and name. */
const Closed = z.object({ ...Person, access: z.literal('identity') });
export const PatientInSight = z.object({ ...Person, access: z.literal('who'), ...InSight.shape });
const Administrative = z.object({
  ...Person,
  access: z.literal('administration'),
  identity: Identity,
  administration: Administration,
  /**
   * Emails about calls and the account, and undelivered ones. Only the day, because the time of an email can
   * reveal something about health.
   */
  mails: listOf(
    z.object({
      at: InstantText,
      channel: z.enum(['email', 'sms']),
      state: z.enum(['sent', 'waiting', 'parked', 'dropped']),
    }),
    MAX_OF_A_KIND,
  ),
  /** Without their type. */
  calls: listOf(
    z.object({ startsAt: InstantText, endsAt: InstantText, status: z.enum(['booked', 'cancelled']) }),
    MAX_OF_A_KIND,
  ),
});
const Whole = z.object({
  ...Person,
  access: z.literal('record'),
  profile: Profile,
  careState: z.enum(CARE_STATES),
  care: Care,
  /** The questionnaire's answers by column. Null until it was filled in. */
  questionnaire: z.nullable(
    z.record(
      Line,
      z.union([z.nullable(Page), z.number().check(z.gte(0), z.lte(200)), listOf(Line, MAX_QUESTIONS)]),
    ),
  ),
  kit: Kit,
  /** Alerts that change how the team acts, oldest first. */
  alerts: listOf(z.object({ id: z.guid(), text: Line, who: Who, at: InstantText }), MAX_ALERTS),
  /** Colleagues who can get a follow-up. */
  colleagues: listOf(z.object({ id: z.guid(), name: Line, role: Line }), MAX_OF_A_KIND),
  /** The reader's own drafts. Clinicians also get drafts of people who left. */
  drafts: listOf(NoteDraft, MAX_OF_A_KIND),
  cycle: Cycle,
  plan: Plan,
  /** For the chart. */
  results: listOf(z.pick(Result, { type: true, result: true, takenOn: true }), 4 * MAX_OF_A_KIND),
  timeline: listOf(TimelineEntry, MAX_KINDS * MAX_OF_A_KIND),
  /** Cycles that aren't loaded yet, because only the newest one is. */
  older: listOf(OlderCycle, MAX_OF_A_KIND + 1),
});
export const TeamPatientAnswer = z.discriminatedUnion('access', [
  Closed,
  PatientInSight,
  Administrative,
  Whole,
]);
/** The shape of the database's answer. */
export const TeamPatientRecord = z.discriminatedUnion('access', [
  Closed,
  PatientInSight,
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
      /** The patient's current treatment cycle. */
      treatmentCycle: Count,
      /** Administrators never get a record. */
      reader: z.object({ role: z.enum(['coach', 'clinician']), timeZone: Line, patientsZone: Line }),
    },
  ),
]);

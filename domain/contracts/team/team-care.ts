import * as z from 'zod/mini';
import { CARE_STATES } from '../../care-state/facts.ts';
import { PERIOD_KINDS } from '../../cycle/period.ts';
import { PHASE_IDS } from '../../journey/phase-ids.ts';
import { OvulationResult } from '../../results/ovulation.ts';
import { PregnancyResult } from '../../results/pregnancy.ts';
import { CAP_WEAR, FEEDBACK } from '../../surveys/applicator-use.ts';
import { Sign, SIGNS, Strength } from '../../symptoms/symptoms.ts';
import { FreeText, requiredText } from '../fields/free-text.ts';
import { Day, IsoInstant } from '../fields/iso.ts';
import { MAX_ALERT } from '../fields/lengths.ts';
import { maxCharacters } from '../fields/max-length.ts';
import { listOf, sentList } from '../fields/sizes.ts';
import { TimeZone } from '../fields/time-zone.ts';
import { PATIENTS_PER_PAGE } from './team-patients.ts';

const id = z.guid('Please select a patient');
const log = z.literal('log');

export const CONTACT_WAYS = ['phone', 'text', 'email', 'in-person'] as const;
export const CONTACT_DIRECTIONS = ['incoming', 'outgoing'] as const;
export const CONTACT_RESULTS = ['spoke', 'voicemail', 'no-answer'] as const;

/** Decisions about a patient's treatment. The patient's state may refuse each of them. */
export const CARE_ACTS = ['pause', 'resume', 'loss', 'stop', 'resolve', 'clear-safety-check'] as const;

const LAST_CYCLE = 3;
const TreatmentCycle = z.int('Please select a cycle').check(z.gte(1), z.lte(LAST_CYCLE));
const step = {
  phase: z.enum(PHASE_IDS, 'Please select a phase'),
  /** Null for a phase of a stage without cycles. */
  cycle: z.nullable(TreatmentCycle),
};
const reason = z.optional(z.nullable(FreeText));
const clinical = {
  id,
  /** The patient's state when the writer decided. If it has changed since, the act is refused with 409. */
  seen: z.optional(z.enum(CARE_STATES)),
};

const Assign = {
  action: z.literal('assign'),
  /** Null if no coach is assigned. */
  coach: z.nullable(z.guid('Please select a coach')),
};

export const TeamCareRequest = z.union(
  [
    z.strictObject({ ...Assign, id }),
    z.strictObject({
      ...Assign,
      ids: sentList(id, PATIENTS_PER_PAGE).check(z.minLength(1, 'Please select a patient')),
    }),
    z.strictObject({
      action: z.literal('contact'),
      id,
      how: z.enum(CONTACT_WAYS, 'phone, text, email or in-person'),
      words: requiredText('Please enter a summary'),
      direction: z.optional(z.enum(CONTACT_DIRECTIONS, 'Please select incoming or outgoing')),
      result: z.optional(z.enum(CONTACT_RESULTS, 'Please select a result')),
      /** When it happened. Now, if missing. */
      at: z.optional(IsoInstant),
    }),
    z.strictObject({ action: z.literal('staff-note'), id, words: requiredText('Please enter a note') }),
    z.strictObject({
      action: z.literal('alert'),
      id,
      words: requiredText('Please enter an alert').check(...maxCharacters(MAX_ALERT)),
    }),
    z.strictObject({ action: z.literal('remove-alert'), id, alert: z.guid('Please select an alert') }),
    z.strictObject({
      action: z.literal('follow-up'),
      id,
      at: IsoInstant,
      words: requiredText('Please enter what to do'),
      /** Null for the person who asks. */
      to: z.optional(z.nullable(z.guid('Please select a colleague'))),
    }),
    z.strictObject({ action: z.literal('undo-entry'), id, entry: z.guid('Please select what to undo') }),
    z.strictObject({ action: log, id, type: z.literal('ovulation'), result: OvulationResult, day: Day }),
    z.strictObject({ action: log, id, type: z.literal('pregnancy'), result: PregnancyResult, day: Day }),
    z.strictObject({
      action: log,
      id,
      type: z.literal('period'),
      kind: z.enum(PERIOD_KINDS, 'Please select what it was'),
      day: Day,
    }),
    /** Questions that weren't asked on the phone are left out. */
    z.strictObject({
      action: log,
      id,
      type: z.literal('applicator'),
      day: Day,
      cycle: z.optional(TreatmentCycle),
      capWear: z.optional(z.nullable(z.enum(CAP_WEAR, 'Please select one of the answers'))),
      feedback: z.optional(z.nullable(z.enum(FEEDBACK, 'Please select one of the answers'))),
      words: z.optional(z.nullable(FreeText)),
    }),
    /** The day the symptoms started. */
    z.strictObject({
      action: log,
      id,
      type: z.literal('symptoms'),
      signs: sentList(Sign, SIGNS.length).check(
        z.minLength(1, 'Please select at least one'),
        z.refine((signs) => new Set(signs).size === signs.length, 'Please select each once'),
      ),
      strength: Strength,
      day: Day,
      words: z.optional(z.nullable(FreeText)),
    }),
    z.strictObject({ ...step, action: z.literal('complete-phase'), id }),
    /** Reopens every later phase too. */
    z.strictObject({ ...step, action: z.literal('reopen-phase'), id }),
    /** For the access log. The screen prints its own timeline, so only the fact is sent. */
    z.strictObject({ action: z.literal('print'), id }),
    z.strictObject({ action: z.literal('send-kit'), id }),
    /** Only while it isn't known. */
    z.strictObject({ action: z.literal('set-time-zone'), id, zone: TimeZone }),
    z.strictObject({ ...clinical, action: z.literal('pause'), until: z.optional(z.nullable(Day)), reason }),
    z.strictObject({
      ...clinical,
      action: z.literal('resume'),
      /** Only after a loss: the cycle in which the patient resumes. */
      cycle: z.optional(z.nullable(TreatmentCycle)),
    }),
    z.strictObject({ ...clinical, action: z.literal('loss'), day: Day }),
    z.strictObject({ ...clinical, action: z.literal('stop'), reason }),
    z.strictObject({
      ...clinical,
      action: z.literal('resolve'),
      to: z.enum(['pregnant', 'treatment', 'after-loss'], 'pregnant, treatment or after-loss'),
    }),
    z.strictObject({
      ...clinical,
      action: z.literal('take-back'),
      /** A test result or a loss that was recorded by mistake. */
      resultId: z.guid('Please select what to undo'),
    }),
    z.strictObject({
      ...clinical,
      action: z.literal('clear-safety-check'),
      /**
       * The newest safety check the clinician read. If newer answers have arrived, clearing is refused with
       * 409 and leaves them blocked.
       */
      check: z.guid('Please send the safety check that you read'),
      words: requiredText('Please enter a reason for clearing'),
    }),
  ],
  'Please select an action and fill in what it needs',
);

/**
 * The patient it was done for, and that patient's state. If it was done for several patients, no state is
 * returned.
 */
export const TeamCareAnswer = z.object({
  ids: listOf(z.guid(), PATIENTS_PER_PAGE),
  careState: z.optional(z.enum(CARE_STATES)),
});

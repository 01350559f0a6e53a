import * as z from 'zod/mini';
import { CARE_STATES } from '../../care-state/facts.ts';
import { OvulationResult } from '../../results/ovulation.ts';
import { PregnancyResult } from '../../results/pregnancy.ts';
import { FreeText, requiredText } from '../fields/free-text.ts';
import { Day } from '../fields/iso.ts';
import { listOf, sentList } from '../fields/sizes.ts';
import { PATIENTS_PER_PAGE } from './team-patients.ts';

const id = z.guid('Please name the patient by their id');
const log = z.literal('log');

export const CONTACT_WAYS = ['phone', 'text', 'email', 'in-person'] as const;

/** What is decided about a patient's treatment, beside the days' work. Each may be refused by where the patient stands. */
export const CARE_ACTS = ['pause', 'resume', 'loss', 'stop', 'resolve', 'clear-safety-check'] as const;

const LAST_CYCLE = 3;
const reason = z.optional(z.nullable(FreeText));
const clinical = {
  id,
  /** Where the patient stood when the writer decided: if that has changed since, the act is refused with 409. */
  seen: z.optional(z.enum(CARE_STATES)),
};

const Assign = {
  action: z.literal('assign'),
  /** Null for nobody. */
  coach: z.nullable(z.guid('Please choose a coach')),
};

export const TeamCareRequest = z.union(
  [
    z.strictObject({ ...Assign, id }),
    z.strictObject({
      ...Assign,
      ids: sentList(id, PATIENTS_PER_PAGE).check(z.minLength(1, 'Please choose a patient')),
    }),
    z.strictObject({
      action: z.literal('contact'),
      id,
      how: z.enum(CONTACT_WAYS, 'phone, text, email or in-person'),
      words: requiredText('Please say what it was about'),
    }),
    z.strictObject({ action: log, id, type: z.literal('ovulation'), result: OvulationResult, day: Day }),
    z.strictObject({ action: log, id, type: z.literal('pregnancy'), result: PregnancyResult, day: Day }),
    z.strictObject({ action: z.literal('send-kit'), id }),
    z.strictObject({ ...clinical, action: z.literal('pause'), until: z.optional(z.nullable(Day)), reason }),
    z.strictObject({
      ...clinical,
      action: z.literal('resume'),
      /** After a loss, and only then: the cycle with which the patient goes on. */
      cycle: z.optional(z.nullable(z.int('Please choose a cycle').check(z.gte(1), z.lte(LAST_CYCLE)))),
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
      /** A test result, or a loss that was recorded by mistake. */
      resultId: z.guid('Please name what to take back by its id'),
    }),
    z.strictObject({
      ...clinical,
      action: z.literal('clear-safety-check'),
      /** The newest that was read: answers that came since are not cleared with it, but refused with 409. */
      check: z.guid('Please name the safety check that you have read'),
      words: requiredText('Please say why it is cleared'),
    }),
  ],
  'Please name an action and what it needs',
);

/** Whom it was done for, and where the patient stands now; of several nothing is said. */
export const TeamCareAnswer = z.object({
  ids: listOf(z.guid(), PATIENTS_PER_PAGE),
  careState: z.optional(z.enum(CARE_STATES)),
});

import * as z from 'zod/mini';
import { SubmissionId } from '@domain/contracts/fields/submission.ts';
import { PERIOD_KINDS } from '@domain/cycle/period.ts';
import { OvulationResult } from '@domain/results/ovulation.ts';
import { PregnancyResult } from '@domain/results/pregnancy.ts';
import { CAP_WEAR, COLLECTION_TO_INSERTION, FEEDBACK, MEDICATION } from '@domain/surveys/applicator-use.ts';
import { Confidence } from '@domain/surveys/before-treatment.ts';

// Made when something waits on this device, which is seldom: a first screen does not pay for them.
const applicatorAnswersSchema = () =>
  z.object({
    inseminationDate: z.string(),
    medication: z.enum(MEDICATION),
    medicationComment: z.string(),
    collectionToInsertion: z.enum(COLLECTION_TO_INSERTION),
    capWear: z.enum(CAP_WEAR),
    feedback: z.enum(FEEDBACK),
    feedbackComment: z.string(),
  });

/** A patient's form entry for the clinic. Its cycle is looked up when it is sent. */
const entrySchema = () =>
  z.union([
    z.object({ kind: z.literal('ovulation'), result: OvulationResult, takenAt: z.optional(z.string()) }),
    z.object({ kind: z.literal('pregnancy'), result: PregnancyResult, date: z.string() }),
    z.object({ kind: z.literal('period'), day: z.string(), as: z.enum(PERIOD_KINDS) }),
    z.object({ kind: z.literal('before-treatment'), response: Confidence }),
    z.object({ kind: z.literal('applicator-use'), answers: applicatorAnswersSchema() }),
    z.object({
      kind: z.literal('message'),
      topic: z.string(),
      text: z.string(),
      files: z.optional(z.array(z.string())),
    }),
  ]);
export type Entry = z.output<ReturnType<typeof entrySchema>>;

/** An entry on this device, under its form's submission id. */
export const pendingEntrySchema = () =>
  z.object({
    id: SubmissionId,
    entry: entrySchema(),
    /** When, in milliseconds, and where it was filled in: it may be sent weeks later and from elsewhere. */
    keptAt: z.number(),
    keptIn: z.optional(z.string()),
    /** The server refuses it: sending it again would not help. */
    refused: z.optional(z.boolean()),
  });
export type PendingEntry = z.output<ReturnType<typeof pendingEntrySchema>>;

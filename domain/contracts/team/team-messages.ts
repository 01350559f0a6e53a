import * as z from 'zod/mini';
import { FILE_TYPES } from '../../messages/files/limits.ts';
import { MAX_PICTURES } from '../../messages/pictures/limits.ts';
import { TOPICS } from '../../messages/topics.ts';
import { MAX_MESSAGE } from '../fields/lengths.ts';
import { MaybeInSight } from './in-sight.ts';
import { Count, InstantText, Line, listOf } from '../fields/sizes.ts';

/** The newest messages of a thread. */
export const MAX_MESSAGES = 200;

/** Lists a patient's conversations, or opens one with its messages. */
export const TeamMessagesRequest = z
  .strictObject({
    patient: z.optional(z.guid('Please select a patient')),
    /** The thread's id, or that of one of its messages, because items on Today name a message. */
    thread: z.optional(z.guid('Please select a conversation')),
  })
  .check(
    z.refine(
      ({ patient, thread }) => (patient === undefined) !== (thread === undefined),
      'Please send either a patient or a thread',
    ),
  );

/** A picture, or a PDF from the care team. */
export const MessagePicture = z.object({
  id: z.guid(),
  type: z.enum(FILE_TYPES),
  bytes: Count,
});

export const TeamMessage = z.object({
  id: z.guid(),
  place: Count,
  from: z.enum(['patient', 'team']),
  byPhone: z.boolean(),
  text: z.string().check(z.maxLength(2 * MAX_MESSAGE)),
  /** The team member who wrote it. */
  who: z.nullable(z.object({ name: Line, role: Line })),
  at: InstantText,
  /** Each one is downloaded separately with `team-picture`. */
  pictures: listOf(MessagePicture, MAX_PICTURES),
});

export const TeamThread = z.object({
  id: z.guid(),
  patientId: z.guid(),
  topic: z.enum(TOPICS),
  /** The last message the patient has read. */
  readByPatient: Count,
  lastAt: InstantText,
  lastFrom: z.enum(['patient', 'team']),
  /**
   * The patient has asked for a person since the last reply. No reply clock runs for that, because it has its
   * own item.
   */
  asks: z.boolean(),
  waiting: z.nullable(
    z.object({
      id: z.guid(),
      since: InstantText,
      dueAt: InstantText,
      stage: z.enum(['fresh', 'half', 'overdue']),
      /** The number of decisions about its item. */
      version: z.optional(Count),
    }),
  ),
  /** 'No reply needed' within the last day: who decided it, and how to undo it with `team-decide`. */
  settled: z.optional(z.nullable(z.object({ key: Line, version: Count, by: Line, at: InstantText }))),
});

/** The patient, shown next to the reply box. If the record isn't open to the reader, only the name. */
export const TeamThreadPatient = z.object({
  id: z.guid(),
  name: Line,
  /** The name to address the patient by. */
  firstName: Line,
  ...MaybeInSight.shape,
});

export const TeamMessagesAnswer = z.object({
  /** Only for the requested thread. */
  patient: z.optional(z.nullable(TeamThreadPatient)),
  threads: listOf(TeamThread, TOPICS.length),
  /** Messages of the requested thread, oldest first. */
  messages: listOf(TeamMessage, MAX_MESSAGES),
});

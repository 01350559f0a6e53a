import * as z from 'zod/mini';
import { MAX_PICTURES, PICTURE_TYPES } from '../../messages/pictures/limits.ts';
import { TOPICS } from '../../messages/topics.ts';
import { MAX_MESSAGE } from '../fields/lengths.ts';
import { Count, InstantText, Line, listOf } from '../fields/sizes.ts';

/** The newest of a thread. */
export const MAX_MESSAGES = 200;

/** A patient's conversations, or one of them with what was written, which opens it. */
export const TeamMessagesRequest = z
  .strictObject({
    patient: z.optional(z.guid('Please name the patient by their id')),
    /** By its id, or by that of one of its messages, as an item of Today names it. */
    thread: z.optional(z.guid('Please name the conversation by its id')),
  })
  .check(
    z.refine(
      ({ patient, thread }) => (patient === undefined) !== (thread === undefined),
      'Please send either a patient or a thread',
    ),
  );

export const MessagePicture = z.object({
  id: z.guid(),
  type: z.enum(PICTURE_TYPES),
  bytes: Count,
});

export const TeamMessage = z.object({
  id: z.guid(),
  place: Count,
  from: z.enum(['patient', 'team']),
  byPhone: z.boolean(),
  text: z.string().check(z.maxLength(2 * MAX_MESSAGE)),
  /** Who of the team wrote it. */
  who: z.nullable(z.object({ name: Line, role: Line })),
  at: InstantText,
  /** Downloaded one by one with `team-picture`. */
  pictures: listOf(MessagePicture, MAX_PICTURES),
});

export const TeamThread = z.object({
  id: z.guid(),
  patientId: z.guid(),
  topic: z.enum(TOPICS),
  /** How far the patient has read. */
  readByPatient: Count,
  lastAt: InstantText,
  waiting: z.nullable(
    z.object({
      id: z.guid(),
      since: InstantText,
      dueAt: InstantText,
      stage: z.enum(['fresh', 'half', 'overdue']),
    }),
  ),
});

export const TeamMessagesAnswer = z.object({
  threads: listOf(TeamThread, TOPICS.length),
  /** Of the thread that was asked for, the oldest first. */
  messages: listOf(TeamMessage, MAX_MESSAGES),
});

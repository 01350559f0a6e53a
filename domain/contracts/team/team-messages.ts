import * as z from 'zod/mini';
import { CARE_STATES } from '../../care-state/facts.ts';
import { FILE_TYPES } from '../../messages/files/limits.ts';
import { MAX_PICTURES } from '../../messages/pictures/limits.ts';
import { TOPICS } from '../../messages/topics.ts';
import { MAX_MESSAGE } from '../fields/lengths.ts';
import { MAX_ALERTS } from './team-patient.ts';
import { Count, InstantText, Line, listOf } from '../fields/sizes.ts';

/** The newest of a thread. */
export const MAX_MESSAGES = 200;

/** A patient's conversations, or one of them with what was written, which opens it. */
export const TeamMessagesRequest = z
  .strictObject({
    patient: z.optional(z.guid('Please select a patient')),
    /** By its id, or by that of one of its messages, as an item of Today names it. */
    thread: z.optional(z.guid('Please select a conversation')),
  })
  .check(
    z.refine(
      ({ patient, thread }) => (patient === undefined) !== (thread === undefined),
      'Please send either a patient or a thread',
    ),
  );

/** A picture, or a PDF of the care team. */
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
  lastFrom: z.enum(['patient', 'team']),
  /** The patient has asked for a person since the last reply: no reply clock runs for that, it has an item of its own. */
  asks: z.boolean(),
  waiting: z.nullable(
    z.object({
      id: z.guid(),
      since: InstantText,
      dueAt: InstantText,
      stage: z.enum(['fresh', 'half', 'overdue']),
      /** How many decisions were made about its item. */
      version: z.optional(Count),
    }),
  ),
  /** 'No reply needed' of the last day: who decided it, and how to undo it with `team-decide`. */
  settled: z.optional(z.nullable(z.object({ key: Line, version: Count, by: Line, at: InstantText }))),
});

/** Who is next to the box. Someone whose record is not open to the reader is a name. */
export const TeamThreadPatient = z.object({
  id: z.guid(),
  name: Line,
  /** As they are addressed. */
  firstName: Line,
  careState: z.optional(z.enum(CARE_STATES)),
  alerts: z.optional(listOf(Line, MAX_ALERTS)),
});

export const TeamMessagesAnswer = z.object({
  /** Of the thread that was asked for. */
  patient: z.optional(z.nullable(TeamThreadPatient)),
  threads: listOf(TeamThread, TOPICS.length),
  /** Of the thread that was asked for, the oldest first. */
  messages: listOf(TeamMessage, MAX_MESSAGES),
});

import * as z from 'zod/mini';
import { MAX_PICTURES } from '../../messages/pictures/limits.ts';
import { TOPICS } from '../../messages/topics.ts';
import { MessageText } from '../fields/message-text.ts';
import { InstantText } from '../fields/sizes.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';

const FILES = 'Please select each file';
const SEEN = 'Please send the place of the last message that you saw';

/**
 * Goes to an existing conversation. With `patientId` and `topic` it starts a new one, and no reply clock
 * runs.
 */
export const TeamMessageRequest = z
  .strictObject(
    {
      threadId: z.optional(z.guid('Please select a conversation')),
      patientId: z.optional(z.guid('Please select a patient')),
      topic: z.optional(z.enum(TOPICS, 'Please select a topic')),
      text: MessageText,
      /** The reply was given by phone, and `text` is a summary. */
      byPhone: z.optional(z.literal(true, 'true, or left out')),
      /** Ids of files uploaded to `TEAM_UPLOADS` (domain/messages/pictures/places.ts). */
      files: z.optional(
        z.array(z.guid(FILES)).check(
          z.maxLength(MAX_PICTURES, 'Please send at most three files'),
          z.refine(
            (ids) => new Set(ids.map((id) => id.toLowerCase())).size === ids.length,
            'Please send each file once',
          ),
        ),
      ),
      /**
       * The position of the last message on screen. If a colleague has replied since, this is refused with
       * 409.
       */
      seen: z.optional(z.int(SEEN).check(z.gte(0), z.lte(1_000_000))),
    },
    NOT_AN_OBJECT,
  )
  .check(
    z.refine(
      ({ threadId, patientId, topic }) =>
        threadId !== undefined || patientId === undefined || topic !== undefined,
      'Please select a topic',
    ),
    z.refine(
      ({ threadId, patientId, topic, byPhone, seen }) =>
        threadId === undefined
          ? patientId !== undefined && byPhone === undefined && seen === undefined
          : patientId === undefined && topic === undefined,
      'Please send either a threadId, or a patientId and a topic',
    ),
    z.refine(
      ({ byPhone, files }) => byPhone === undefined || files === undefined,
      'Please send files with a message, not with a note about a call',
    ),
  );

export const TeamMessageAnswer = z.object({ id: z.guid(), threadId: z.guid(), sentAt: InstantText });

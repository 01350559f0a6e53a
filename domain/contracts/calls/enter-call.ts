import * as z from 'zod/mini';
import { Address, InstantText, Line, listOf } from '../fields/sizes.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';

const NO_LINK = 'Please open the link again';

/** What a call's URL contains: a room for its patient, a signed link for its host. */
export const EnterCallRequest = z.strictObject(
  {
    token: z.string(NO_LINK).check(z.maxLength(2_000, NO_LINK), z.regex(/^[\w.-]+$/, NO_LINK)),
  },
  NOT_AN_OBJECT,
);

const IceServer = z.object({
  urls: listOf(Address, 20),
  username: z.optional(Line),
  credential: z.optional(Line),
});
export type IceServer = z.output<typeof IceServer>;

export const CallPart = z.enum(['host', 'patient']);
export type CallPart = z.output<typeof CallPart>;

/** `topic` and `iceServers` are present only while the room is open. */
export const EnterCallAnswer = z.object({
  part: CallPart,
  state: z.enum(['early', 'open', 'over', 'cancelled']),
  name: Line,
  hostName: Line,
  patientName: Line,
  startTime: InstantText,
  endTime: InstantText,
  topic: z.nullable(Line),
  iceServers: listOf(IceServer, 20),
});
export type EnterCallAnswer = z.output<typeof EnterCallAnswer>;

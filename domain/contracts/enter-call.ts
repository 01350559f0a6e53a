import * as z from 'zod/mini';
import { NOT_AN_OBJECT } from './submission.ts';

/** What stands in the address of a call: a room for its patient, a signed link for its host. */
export const EnterCallRequest = z.object(
  {
    token: z
      .string('Please open the link again')
      .check(z.regex(/^[\w.-]{1,2000}$/, 'Please open the link again')),
  },
  NOT_AN_OBJECT,
);

const IceServer = z.object({
  urls: z.array(z.string()),
  username: z.optional(z.string()),
  credential: z.optional(z.string()),
});
export type IceServer = z.output<typeof IceServer>;

export const CallPart = z.enum(['host', 'patient']);
export type CallPart = z.output<typeof CallPart>;

/** `topic` and `iceServers` come only while the room is open. */
export const EnterCallAnswer = z.object({
  part: CallPart,
  state: z.enum(['early', 'open', 'over', 'cancelled']),
  name: z.string(),
  hostName: z.string(),
  patientName: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  topic: z.nullable(z.string()),
  iceServers: z.array(IceServer),
});
export type EnterCallAnswer = z.output<typeof EnterCallAnswer>;

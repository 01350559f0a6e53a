import * as z from 'zod/mini';
import { Address, InstantText, Line, listOf } from '../fields/sizes.ts';
import { plainLine } from '../fields/plain-line.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';

export const MAX_GUEST_NAME = 60;

export const GuestName = plainLine(MAX_GUEST_NAME, {
  missing: 'Please enter the guest’s name',
  tooLong: `Please use ${MAX_GUEST_NAME} characters or fewer`,
  notPlain: 'Please use letters and spaces only',
});

const NO_LINK = 'Please open the link again';

const guestId = z.guid('Please select a guest');

/** What a side of the call does about its guest: the host invites and admits, the patient agrees, and either removes. */
export const GuestAct = z.discriminatedUnion(
  'action',
  [
    z.strictObject({ action: z.literal('invite'), name: GuestName }),
    z.strictObject({ action: z.literal('agree'), id: guestId }),
    z.strictObject({ action: z.literal('admit'), id: guestId }),
    z.strictObject({ action: z.literal('remove'), id: guestId }),
  ],
  'Please select an action',
);
export type GuestAct = z.output<typeof GuestAct>;

/** What a call's URL contains: a room for its patient, a signed link for its host or guest. */
export const EnterCallRequest = z.strictObject(
  {
    token: z.string(NO_LINK).check(z.maxLength(2_000, NO_LINK), z.regex(/^[\w.-]+$/, NO_LINK)),
    guest: z.optional(GuestAct),
    /** What a guest's browser keeps to itself, so that no other device can use the same link in its place. */
    device: z.optional(z.string(NO_LINK).check(z.maxLength(64, NO_LINK), z.regex(/^[\w-]{36,64}$/, NO_LINK))),
  },
  NOT_AN_OBJECT,
);

const IceServer = z.object({
  urls: listOf(Address, 20),
  username: z.optional(Line),
  credential: z.optional(Line),
});
export type IceServer = z.output<typeof IceServer>;

export const CallPart = z.enum(['host', 'patient', 'guest']);
export type CallPart = z.output<typeof CallPart>;

/** The guest as host and patient see them. A removed guest is left out. */
const Guest = z.object({
  id: z.guid(),
  name: Line,
  arrived: z.boolean(),
  agreed: z.boolean(),
  admitted: z.boolean(),
});
export type Guest = z.output<typeof Guest>;

/**
 * `topic` and `iceServers` are present only while the room is open. A guest is `waiting` until both have let them in, and
 * their topic is the stem of two: a line to the host and one to the patient.
 */
export const EnterCallAnswer = z.object({
  part: CallPart,
  /** A guest is `replaced` once both let another device with the same link in. */
  state: z.enum(['early', 'open', 'over', 'cancelled', 'waiting', 'removed', 'replaced']),
  name: Line,
  hostName: Line,
  patientName: Line,
  startTime: InstantText,
  endTime: InstantText,
  topic: z.nullable(Line),
  guest: z.optional(z.nullable(Guest)),
  /** Another device that opened the guest's link. Let in by both, it takes the guest's place. */
  nextGuest: z.optional(z.nullable(Guest)),
  /** Only for a guest who is in: the key to the two lines, and whether another device opened the same link. */
  pass: z.optional(Address),
  otherDevice: z.optional(z.boolean()),
  /** Only the host gets the link for the guest. */
  guestLink: z.optional(Address),
  iceServers: listOf(IceServer, 20),
});
export type EnterCallAnswer = z.output<typeof EnterCallAnswer>;

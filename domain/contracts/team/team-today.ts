import * as z from 'zod/mini';
import { Address, Count, InstantText, Line, listOf, Page } from '../fields/sizes.ts';
import { CALL_OUTCOMES } from './team-calls.ts';
import { TeamRole } from './team-session.ts';

/**
 * More than a clinic can handle in a day. Someone with more items sees the most urgent ones and the total.
 */
export const MAX_ITEMS = 2_000;
const MAX_CALLS = 5_000;
const MAX_PEOPLE = 10_000;

const Colleague = z.object({ id: z.guid(), name: Line });

/** The patient an item is about. Leaves out what the reader's role may not know. */
const ItemPatient = z.object({
  id: z.guid(),
  name: Line,
  /** The date of birth, which staff ask callers for. A server of the previous version doesn't send it. */
  birthDate: z.optional(z.nullable(InstantText)),
  /** Its first letters tell two patients with the same name apart if no date of birth is known. */
  email: Line,
  phone: z.nullable(Line),
  /** Null if the patient's zone is unknown. */
  timeZone: z.nullable(Line),
});

export const ITEM_OWNERS = ['coach', 'clinician', 'administrator', 'host'] as const;

const Item = z.object({
  /** The rule and the fact. Decisions are stored under this key. */
  key: Line,
  rule: Line,
  patient: z.nullable(ItemPatient),
  title: Line,
  /** One sentence about what happened. */
  why: Line,
  since: InstantText,
  dueAt: InstantText,
  urgent: z.boolean(),
  owner: z.enum(ITEM_OWNERS),
  /**
   * The coach or host it belongs to, or who got it by hand-off. Null if it belongs to everyone in the role.
   */
  ownedBy: z.nullable(Colleague),
  takenBy: z.nullable(Colleague),
  /** A server of the previous version doesn't send it. */
  takenAt: z.optional(z.nullable(InstantText)),
  /** It is assigned to someone who can end it. */
  isHeld: z.optional(z.boolean()),
  /** The time it is postponed to. Postponed items are in a list of their own. */
  remindAt: z.optional(z.nullable(InstantText)),
  /** The comment of the person who handed it off. Only staff see it. */
  handover: z.nullable(z.object({ by: Line, words: z.string().check(z.maxLength(4_000)), at: InstantText })),
  /** Whether the reader can end it with one of the outcomes of its rule (domain/worklist/ends.ts). */
  mayEnd: z.boolean(),
  /**
   * The number of decisions about it. The next decision sends this number, so that the second of two people
   * learns about the first.
   */
  version: Count,
});
export type TodayItem = z.output<typeof Item>;

/** Items ended within the last day. */
const EndedItem = z.object({
  key: Line,
  title: Line,
  patient: z.nullable(z.object({ id: z.guid(), name: Line })),
  outcome: Line,
  /** The comment. */
  words: z.optional(z.nullable(Page)),
  by: Line,
  at: InstantText,
  version: Count,
});
export type EndedItem = z.output<typeof EndedItem>;

const Call = z.object({
  id: z.guid(),
  patient: z.object({ id: z.guid(), name: Line }),
  /** Administrators read 'Call'. */
  kind: Line,
  host: Colleague,
  startsAt: InstantText,
  endsAt: InstantText,
  /** Where the host can join, while the call is open. */
  joinUrl: z.nullable(Address),
  outcome: z.nullable(z.enum(CALL_OUTCOMES)),
  /** Whether the reader may record the outcome now. */
  mayTell: z.boolean(),
});
export type TodayAppointment = z.output<typeof Call>;

/** A new role that a clinician has to approve. */
const Proposal = z.object({
  id: z.guid(),
  name: Line,
  role: TeamRole,
  /** Who proposed it, and when. */
  by: z.nullable(Line),
  at: z.nullable(InstantText),
});
export type Proposal = z.output<typeof Proposal>;

/**
 * What the clinic still has to set up before every call can be booked. Only counts, because an
 * administrator's Today names no call types.
 */
const Missing = z.object({
  kinds: Count,
  hosts: Count,
  hours: Count,
  patients: z.boolean(),
  timeZone: z.boolean(),
});
export type Missing = z.output<typeof Missing>;

/** Has no parameters: the reader's role decides what Today shows. */
export const TeamTodayRequest = z.strictObject({});

export const TeamTodayAnswer = z.object({
  items: listOf(Item, MAX_ITEMS),
  /** Items postponed with 'Remind me', the next one to return first. */
  reminded: z.optional(listOf(Item, MAX_ITEMS)),
  ended: listOf(EndedItem, MAX_ITEMS),
  calls: listOf(Call, MAX_CALLS),
  /** People who work today, by name. */
  onDuty: listOf(Line, MAX_PEOPLE),
  /** People an item can be handed off to. */
  colleagues: listOf(z.object({ id: z.guid(), name: Line, role: TeamRole }), MAX_PEOPLE),
  /** Only for clinicians. */
  proposals: listOf(Proposal, MAX_PEOPLE),
  /** Only for administrators, and only while something is left to set up. */
  missing: z.optional(Missing),
  now: InstantText,
});
export type TeamToday = z.output<typeof TeamTodayAnswer>;

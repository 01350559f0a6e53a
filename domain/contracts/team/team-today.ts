import * as z from 'zod/mini';
import { Address, Count, InstantText, Line, listOf, Page } from '../fields/sizes.ts';
import { CALL_OUTCOMES } from './team-calls.ts';
import { TeamRole } from './team-session.ts';

/** More than a clinic can work off; anyone who has more sees the most urgent, and how many there are. */
export const MAX_ITEMS = 2_000;
const MAX_CALLS = 5_000;
const MAX_PEOPLE = 10_000;

const Colleague = z.object({ id: z.guid(), name: Line });

/** Whom an item is about. What a role may not know of someone is left out. */
const ItemPatient = z.object({
  id: z.guid(),
  name: Line,
  /** What staff ask a caller for. A server of the version before does not say it. */
  birthDate: z.optional(z.nullable(InstantText)),
  /** Its first letters tell two of the same name apart if no date of birth is known. */
  email: Line,
  phone: z.nullable(Line),
  /** Null if no one knows where the patient is. */
  timeZone: z.nullable(Line),
});

export const ITEM_OWNERS = ['coach', 'clinician', 'administrator', 'host'] as const;

const Item = z.object({
  /** By rule and fact: what is decided is kept by it. */
  key: Line,
  rule: Line,
  patient: z.nullable(ItemPatient),
  title: Line,
  /** One sentence: what happened. */
  why: Line,
  since: InstantText,
  dueAt: InstantText,
  urgent: z.boolean(),
  owner: z.enum(ITEM_OWNERS),
  /**
   * The coach or host whose it is by right, or whom it was handed to; null where it is everyone's of the
   * role.
   */
  ownedBy: z.nullable(Colleague),
  takenBy: z.nullable(Colleague),
  /** A server of the version before does not say it. */
  takenAt: z.optional(z.nullable(InstantText)),
  /** Someone who can end it has it. */
  isHeld: z.optional(z.boolean()),
  /** Postponed until then. Postponed items are listed separately. */
  remindAt: z.optional(z.nullable(InstantText)),
  /** Of anyone who handed it over. Only staff see it. */
  handover: z.nullable(z.object({ by: Line, words: z.string().check(z.maxLength(4_000)), at: InstantText })),
  /** Whether the person who asks can end it, by whatever ends items of its rule (domain/worklist/ends.ts). */
  mayEnd: z.boolean(),
  /** How many decisions were made about it: sent along with the next one, so that the second of two is told. */
  version: Count,
});
export type TodayItem = z.output<typeof Item>;

/** What was ended within the last day. */
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
  /** 'Call' for administrators. */
  kind: Line,
  host: Colleague,
  startsAt: InstantText,
  endsAt: InstantText,
  /** Where to join, in its window and for its host. */
  joinUrl: z.nullable(Address),
  outcome: z.nullable(z.enum(CALL_OUTCOMES)),
  /** Whether the person who asks may set the outcome now. */
  mayTell: z.boolean(),
});
export type TodayAppointment = z.output<typeof Call>;

/** Someone's new role, which waits for a clinician. */
const Proposal = z.object({
  id: z.guid(),
  name: Line,
  role: TeamRole,
  /** Who proposed it, and when. */
  by: z.nullable(Line),
  at: z.nullable(InstantText),
});
export type Proposal = z.output<typeof Proposal>;

/** What the clinic has yet to set up before every call can be booked, in numbers of kinds: an administrator's Today names none. */
const Missing = z.object({
  kinds: Count,
  hosts: Count,
  hours: Count,
  patients: z.boolean(),
  timeZone: z.boolean(),
});
export type Missing = z.output<typeof Missing>;

/** Nothing is asked for: what someone sees is decided by who they are. */
export const TeamTodayRequest = z.strictObject({});

export const TeamTodayAnswer = z.object({
  items: listOf(Item, MAX_ITEMS),
  /** Put off by 'Remind me', the next to come back first. */
  reminded: z.optional(listOf(Item, MAX_ITEMS)),
  ended: listOf(EndedItem, MAX_ITEMS),
  calls: listOf(Call, MAX_CALLS),
  /** Who works today, by name. */
  onDuty: listOf(Line, MAX_PEOPLE),
  /** Whom something can be handed to. */
  colleagues: listOf(z.object({ id: z.guid(), name: Line, role: TeamRole }), MAX_PEOPLE),
  /** For clinicians alone. */
  proposals: listOf(Proposal, MAX_PEOPLE),
  /** For administrators alone, while something is. */
  missing: z.optional(Missing),
  now: InstantText,
});
export type TeamToday = z.output<typeof TeamTodayAnswer>;

import * as z from 'zod/mini';
import { PORTRAITS } from '../../coach/portraits.ts';
import { isTimeZone } from '../../time/zone.ts';
import { AppointmentTypeSlug } from '../patient/fetch-appointment-type.ts';
import { Email } from '../fields/email.ts';
import { MAX_REASON } from '../fields/lengths.ts';
import { isPlainLine, plainLine } from '../fields/plain-line.ts';
import { InstantText, Line, listOf, Page, sentList } from '../fields/sizes.ts';
import { TeamRole } from './team-session.ts';

const MAX_KINDS = 1_000;
const MAX_PEOPLE = 10_000;

const Person = z.object({
  id: z.guid(),
  name: Line,
  email: Line,
  role: TeamRole,
  timeZone: Line,
  takesCalls: z.boolean(),
  /** The slugs of the call types this person takes. */
  hosts: listOf(Line, MAX_KINDS),
  /** Null for someone who only takes calls and can't sign in. */
  invitedAt: z.nullable(InstantText),
  joinedAt: z.nullable(InstantText),
  deactivatedAt: z.nullable(InstantText),
  /** A role that a clinician has to approve. Until then, a new person has no role. */
  proposedRole: z.nullable(TeamRole),
  hasFactor: z.boolean(),
  /** What patients read about them, and the drawing they see. Without one, they see the initials. */
  bio: Page,
  portrait: z.nullable(Line),
});
export type TeamPerson = z.output<typeof Person>;
const people = listOf(Person, MAX_PEOPLE);
const AppointmentTypeName = z.object({ slug: Line, name: Line });
export type AppointmentTypeName = z.output<typeof AppointmentTypeName>;
export const TeamPeopleAnswer = z.object({ people, kinds: listOf(AppointmentTypeName, MAX_KINDS) });

const NO_ZONE = 'Please select a time zone';
const [id, role] = [z.guid('Please select a person'), TeamRole];
const name = plainLine(100, {
  missing: 'Please enter a name',
  tooLong: 'Please use no more than 100 characters',
  notPlain: 'Please use one line, without invisible characters',
});
/** A few words on one line; none is fine. */
export const MAX_BIO = 300;
const bio = z
  .string('Please enter text')
  .check(
    z.trim(),
    z.maxLength(MAX_BIO, `Please use no more than ${MAX_BIO} characters`),
    z.refine(isPlainLine, 'Please use one line, without invisible characters'),
  );
const timeZone = z.string(NO_ZONE).check(z.maxLength(64, NO_ZONE), z.refine(isTimeZone, NO_ZONE));

export const TeamPeopleRequest = z.discriminatedUnion(
  'action',
  [
    z.strictObject({
      action: z.literal('invite'),
      email: Email,
      name,
      role,
      timeZone,
    }),
    z.strictObject({ action: z.literal('role'), id, role }),
    /** Includes the role the clinician saw, so that they approve that role and no other. */
    z.strictObject({ action: z.literal('agree'), id, role }),
    z.strictObject({
      action: z.literal('decline'),
      id,
      role,
      reason: plainLine(MAX_REASON, {
        missing: 'Please enter a reason',
        tooLong: `Please use no more than ${MAX_REASON} characters`,
        notPlain: 'Please use one line, without invisible characters',
      }),
    }),
    z.strictObject({ action: z.literal('edit'), id, name, timeZone }),
    z.strictObject({
      action: z.literal('profile'),
      id,
      bio,
      portrait: z.nullable(z.enum(PORTRAITS, 'Please select a picture')),
    }),
    z.strictObject({ action: z.literal('reset-factor'), id }),
    z.strictObject({ action: z.literal('hosts'), id, kinds: sentList(AppointmentTypeSlug, MAX_KINDS) }),
    z.strictObject({ action: z.literal('deactivate'), id }),
  ],
  'Please select an action',
);

/** The setup code is shown only once, to the person who invites or resets, to be given in person or by phone. */
export const TeamPeopleChanged = z.object({
  id: z.guid(),
  people,
  setUpCode: z.optional(Line),
});

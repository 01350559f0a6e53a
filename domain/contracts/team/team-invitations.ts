import * as z from 'zod/mini';
import { Kit } from '../fields/kit.ts';
import { Email } from '../fields/email.ts';
import { WRITTEN } from '../fields/free-text.ts';
import { ShippingAddress } from '../../kit/shipping-address.ts';
import { Invitation } from './invitation.ts';
import { PatientPhone } from './team-identity.ts';
import { SearchText } from '../fields/search-text.ts';
import { InstantText, Line, listOf, sentList } from '../fields/sizes.ts';

export const INVITATIONS_PER_PAGE = 50;
const MAX_EMAIL = 254;
const WHICH_PAGE = 'Please open the list again';
/**
 * The number of people per request when importing a list. Even the largest request stays below the size
 * limit.
 */
export const LISTED_AT_ONCE = 200;

/** Unused: no one has signed in a week after the email. */
const InvitationState = z.enum(['invited', 'signed-in', 'unused', 'revoked'], 'Please select a state');
export type InvitationState = z.output<typeof InvitationState>;

export const TeamInvitationsRequest = z.strictObject({
  search: z.optional(SearchText),
  state: z.optional(InvitationState),
  /** The last address of the page before. */
  before: z.optional(
    z.string(WHICH_PAGE).check(z.maxLength(MAX_EMAIL, WHICH_PAGE), z.regex(WRITTEN, WHICH_PAGE)),
  ),
});

const InvitedPatient = z.object({
  email: Line,
  firstName: Line,
  lastName: Line,
  state: InvitationState,
  invitedAt: InstantText,
  /** Null for people who were invited without an email. */
  mailedAt: z.nullable(InstantText),
  signedInAt: z.nullable(InstantText),
  /** Set at the first sign-in. */
  patient: z.nullable(z.guid()),
  /** The newest invitation email: whether it was delivered, and if not, why. */
  mail: z.nullable(
    z.object({ state: z.enum(['sent', 'waiting', 'parked', 'dropped']), reason: z.nullable(Line) }),
  ),
  kit: z.nullable(Kit),
  /** After the first sign-in, null until both consents are given. */
  contact: z.nullable(
    z.object({
      phone: z.nullable(Line),
      /** Known after the first sign-in. */
      birthDate: z.optional(z.nullable(InstantText)),
    }),
  ),
});
export type InvitedPatient = z.output<typeof InvitedPatient>;

export const TeamInvitationsAnswer = z.object({
  invitations: listOf(InvitedPatient, INVITATIONS_PER_PAGE),
  /** Sent back to get the next page. Null on the last page. */
  next: z.nullable(Line),
});

const Listed = sentList(z.strictObject(Invitation.shape), LISTED_AT_ONCE).check(z.minLength(1));

/** New; invited before with other details; unchanged; access ended; an address of the care team. */
export const ListedState = z.enum(['new', 'changed', 'same', 'ended', 'team']);
export type ListedState = z.output<typeof ListedState>;
/** In the order they were sent. */
export const TeamListAnswer = z.object({ outcomes: listOf(ListedState, LISTED_AT_ONCE) });

export const TeamInvitationsChange = z.discriminatedUnion(
  'action',
  [
    z.strictObject({ ...Invitation.shape, action: z.literal('invite') }),
    z.strictObject({ action: z.literal('send-again'), email: Email }),
    z.strictObject({ action: z.literal('revoke'), email: Email }),
    /** Possible until the first sign-in. */
    z.strictObject({ action: z.literal('correct'), email: Email, to: Email }),
    /**
     * Only changes the fields that are present. A postal address is stored in the record, so it needs the
     * first sign-in.
     */
    z.strictObject({
      action: z.literal('edit'),
      email: Email,
      first: z.optional(Invitation.shape.first),
      last: z.optional(Invitation.shape.last),
      phone: z.optional(z.nullable(PatientPhone)),
      address: z.optional(z.nullable(ShippingAddress)),
    }),
    /** Resends everything that wasn't delivered to a patient, to their current address. */
    z.strictObject({ action: z.literal('resend-emails'), id: z.guid('Please select a patient') }),
    /** Resends the newest text to the duty phone that wasn't sent. */
    z.strictObject({ action: z.literal('resend-alarm') }),
    /** Returns what importing would do, and writes nothing. */
    z.strictObject({ action: z.literal('check-list'), people: Listed }),
    z.strictObject({ action: z.literal('import'), people: Listed }),
  ],
  'Please select an action',
);
export const TeamAlarmResent = z.object({ resent: z.literal(true) });
export const TeamInvitationsChanged = z.object({ email: Line });

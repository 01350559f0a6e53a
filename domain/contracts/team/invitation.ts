import * as z from 'zod/mini';
import { Email } from '../fields/email.ts';
import { MAX_PHONE } from '../fields/lengths.ts';
import { plainLine } from '../fields/plain-line.ts';

const line = (what: string) =>
  plainLine(100, {
    missing: `${what} is missing`,
    tooLong: `${what} is too long`,
    notPlain: `${what} has a line break or an invisible character`,
  });

const NO_PHONE = 'phone must be a number such as +1 555 0100';
const Phone = z
  .string()
  .check(z.trim(), z.maxLength(MAX_PHONE, NO_PHONE), z.regex(/^\+?[\d ().-]{6,}$/, NO_PHONE));

/** What the clinic says about a patient when it invites them. */
export const Invitation = z.object({
  email: Email,
  first: line('first'),
  last: line('last'),
  phone: z.optional(Phone),
  programme: z.optional(line('programme')),
});
export type Invitation = z.output<typeof Invitation>;

import * as z from 'zod/mini';
import { Email } from './email.ts';

const name = (what: string) =>
  z
    .string(`${what} is missing`)
    .check(z.trim(), z.minLength(1, `${what} is missing`), z.maxLength(100, `${what} is too long`));

const Phone = z
  .string()
  .check(z.trim(), z.regex(/^\+?[\d ().-]{6,30}$/, 'phone must be a number such as +1 555 0100'));

/** What the clinic says about a patient when it invites them. */
export const Invitation = z.object({
  email: Email,
  first: name('first'),
  last: name('last'),
  phone: z.optional(Phone),
  programme: z.optional(z.string().check(z.trim(), z.maxLength(100, 'programme is too long'))),
});
export type Invitation = z.output<typeof Invitation>;

import * as z from 'zod/mini';
import { phoneNumberOf } from '../../account/phone-number.ts';
import { ShippingAddress } from '../../kit/shipping-address.ts';
import { BirthDate, PreferredName, Pronouns } from '../fields/identity.ts';
import { MAX_PHONE, MAX_PROGRAM } from '../fields/lengths.ts';
import { plainLine } from '../fields/plain-line.ts';
import { InstantText, Line } from '../fields/sizes.ts';

const NO_PHONE = 'Enter a phone number with its area code';

/** A phone number as people write it, stored as digits. */
export const PatientPhone = z.string(NO_PHONE).check(
  z.trim(),
  z.maxLength(MAX_PHONE, NO_PHONE),
  z.refine((typed) => phoneNumberOf(typed) !== undefined, NO_PHONE),
  z.overwrite((typed) => phoneNumberOf(typed) ?? typed),
);
const Program = plainLine(MAX_PROGRAM, {
  missing: 'Enter the program',
  tooLong: `Use no more than ${MAX_PROGRAM} characters`,
  notPlain: 'Use one line, without special characters',
});

/** Only changes the fields that are present. Null clears a field. */
export const TeamIdentityRequest = z.strictObject({
  id: z.guid('Please select a patient'),
  preferredName: z.optional(z.nullable(PreferredName)),
  pronouns: z.optional(z.nullable(Pronouns)),
  birthDate: z.optional(z.nullable(BirthDate)),
  phone: z.optional(z.nullable(PatientPhone)),
  program: z.optional(z.nullable(Program)),
  address: z.optional(z.nullable(ShippingAddress)),
});
export const TeamIdentityAnswer = z.object({ id: z.guid() });

/** Facts about the patient other than name and email address. */
export const Identity = z.object({
  preferredName: z.nullable(Line),
  pronouns: z.nullable(Line),
  birthDate: z.nullable(InstantText),
  phone: z.nullable(Line),
  program: z.nullable(Line),
});
export type Identity = z.output<typeof Identity>;

import * as z from 'zod/mini';
import { phoneNumberOf } from '../account/phone-number.ts';
import { SIX_DIGITS } from './account-deletion.ts';
import { Line } from './sizes.ts';
import { NOT_AN_OBJECT } from './submission.ts';

export const NOT_A_NUMBER = 'Enter a phone number, with the country code if it is not American.';

/** A number, which gets a code; or that code. */
export const ConfirmPhoneRequest = z
  .strictObject(
    {
      phone: z.optional(
        z.string(NOT_A_NUMBER).check(
          z.maxLength(30, NOT_A_NUMBER),
          z.refine((text) => phoneNumberOf(text) !== undefined, NOT_A_NUMBER),
        ),
      ),
      code: z.optional(z.string(SIX_DIGITS).check(z.regex(/^\d{6}$/, SIX_DIGITS))),
    },
    NOT_AN_OBJECT,
  )
  .check(
    z.refine(
      ({ phone, code }) => (phone === undefined) !== (code === undefined),
      'Please send either a phone or a code',
    ),
  );
/** The number: `phone` is confirmed, and texts go there from now on. */
export const ConfirmPhoneAnswer = z.object({ phone: Line, isConfirmed: z.boolean() });

import * as z from 'zod/mini';
import { phoneNumberOf } from '../../account/phone-number.ts';
import { SixDigitCode } from './account-deletion.ts';
import { MAX_PHONE } from '../fields/lengths.ts';
import { Line } from '../fields/sizes.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';

export const NOT_A_NUMBER = 'Enter a 10-digit US number, or + and the country code first.';

/** A number to text a code to, or that code. */
export const ConfirmPhoneRequest = z
  .strictObject(
    {
      phone: z.optional(
        z.string(NOT_A_NUMBER).check(
          z.maxLength(MAX_PHONE, NOT_A_NUMBER),
          z.refine((text) => phoneNumberOf(text) !== undefined, NOT_A_NUMBER),
        ),
      ),
      code: z.optional(SixDigitCode),
    },
    NOT_AN_OBJECT,
  )
  .check(
    z.refine(
      ({ phone, code }) => (phone === undefined) !== (code === undefined),
      'Send either a phone number or a code',
    ),
  );
/** `isConfirmed`: texts go to this number from now on. */
export const ConfirmPhoneAnswer = z.object({ phone: Line, isConfirmed: z.boolean() });

import * as z from 'zod/mini';
import { TYPED_CONFIRMATION } from '../../account/leaving.ts';
import { Count, InstantText } from '../fields/sizes.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';

export const TYPE_DELETE = `Please type ${TYPED_CONFIRMATION} to confirm`;
export const SIX_DIGITS = 'Please enter the 6-digit code';
export const SixDigitCode = z
  .string(SIX_DIGITS)
  .check(z.length(6, SIX_DIGITS), z.regex(/^\d{6}$/, SIX_DIGITS));

export const RequestAccountDeletionRequest = z.strictObject(
  { confirmation: z.literal(TYPED_CONFIRMATION, TYPE_DELETE) },
  NOT_AN_OBJECT,
);

export const ConfirmAccountDeletionRequest = z.strictObject({ code: SixDigitCode }, NOT_AN_OBJECT);
export const ConfirmAccountDeletionAnswer = z.object({ deleteAfter: InstantText });

export const KeepAccountRequest = z.strictObject({}, NOT_AN_OBJECT);

/** For the clinic's scheduler, not for patients: deletes the accounts whose seven days are over. */
export const DeleteDueAccountsRequest = z.strictObject({}, NOT_AN_OBJECT);
export const DeleteDueAccountsAnswer = z.object({ deleted: Count });

import * as z from 'zod/mini';
import { NOT_AN_OBJECT } from '../fields/submission.ts';

const BAD_LINK = 'This link is not complete. Open it again from the email.';

/** With the secret from an emailed link, or without it for a signed-in patient. */
export const StopEmailChangeRequest = z.strictObject(
  {
    secret: z.optional(z.string(BAD_LINK).check(z.maxLength(43, BAD_LINK), z.regex(/^[\w-]{43}$/, BAD_LINK))),
  },
  NOT_AN_OBJECT,
);

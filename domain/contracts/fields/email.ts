import * as z from 'zod/mini';

export const INVALID_EMAIL = 'Please enter a valid email address';

/** An e-mail address as the patient types it, answered as we keep it: without blanks around it, in lower case. */
export const Email = z
  .string(INVALID_EMAIL)
  .check(z.trim(), z.toLowerCase(), z.email(INVALID_EMAIL), z.maxLength(254, INVALID_EMAIL));

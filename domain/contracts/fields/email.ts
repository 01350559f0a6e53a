import * as z from 'zod/mini';

export const INVALID_EMAIL = 'Please enter a valid email address';

/** An email address as the patient types it, returned as we store it: trimmed, in lower case. */
export const Email = z
  .string(INVALID_EMAIL)
  .check(z.trim(), z.toLowerCase(), z.email(INVALID_EMAIL), z.maxLength(254, INVALID_EMAIL));

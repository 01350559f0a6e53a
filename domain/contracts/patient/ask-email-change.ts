import * as z from 'zod/mini';
import { Email } from '../fields/email.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';

export const AskEmailChangeRequest = z.strictObject({ email: Email }, NOT_AN_OBJECT);

/** Only whether the address can be used, without a reason. */
export const AskEmailChangeAnswer = z.object({ usable: z.boolean() });

import * as z from 'zod/mini';
import { Email } from '../fields/email.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';

/** Asks for the mailed code of the care team's sign-in; the answer is `{}` whoever the address belongs to. */
export const SendTeamCodeRequest = z.strictObject({ email: Email }, NOT_AN_OBJECT);

import * as z from 'zod/mini';
import { Email } from '../fields/email.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';

/**
 * Asks for the emailed code of the care team's sign-in; the answer is `{}` anyone who the address belongs
 * to.
 */
export const SendTeamCodeRequest = z.strictObject({ email: Email }, NOT_AN_OBJECT);

import * as z from 'zod/mini';
import { Email } from '../fields/email.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';

/**
 * Requests the emailed code of the care team's sign-in. The answer is `{}` for every address, so it doesn't
 * reveal who is on the team.
 */
export const SendTeamCodeRequest = z.strictObject({ email: Email }, NOT_AN_OBJECT);

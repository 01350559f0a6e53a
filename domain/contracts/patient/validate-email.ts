import * as z from 'zod/mini';
import { Email } from '../fields/email.ts';

export const ValidateEmailRequest = z.strictObject({ email: Email });
export const EMAIL_NOT_AUTHORIZED = 'This email is not authorized to use the application.';

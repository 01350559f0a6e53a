import * as z from 'zod/mini';
import { NOT_AN_OBJECT } from '../fields/submission.ts';

/** Withdraws everything that the patient agreed to; there is nothing to choose. */
export const WithdrawConsentRequest = z.strictObject({}, NOT_AN_OBJECT);

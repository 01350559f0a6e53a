import * as z from 'zod/mini';
import { NOT_AN_OBJECT } from '../fields/submission.ts';

/** Withdraws every consent of the patient; there is nothing to select. */
export const WithdrawConsentRequest = z.strictObject({}, NOT_AN_OBJECT);

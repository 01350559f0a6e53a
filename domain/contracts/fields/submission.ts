import * as z from 'zod/mini';

/** The header that carries a submission id. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** One per form that a patient fills in: however often it arrives, it is stored once. */
export const SubmissionId = z.guid('Please send a UUID');

export const NOT_AN_OBJECT = 'The request body must be a JSON object.';

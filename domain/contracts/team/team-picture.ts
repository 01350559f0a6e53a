import * as z from 'zod/mini';
import { Address } from '../fields/sizes.ts';

/** A picture from a message, for the care team. */
export const TeamPictureRequest = z.strictObject({ id: z.guid('Please select a picture') });

/**
 * A download path on the backend, valid for a minute. On our own server it also ends with the session;
 * Supabase's Storage doesn't know about sessions.
 */
export const TeamPictureAnswer = z.object({ path: Address });

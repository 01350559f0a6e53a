import * as z from 'zod/mini';
import { Address } from '../fields/sizes.ts';

/** A picture of a message, for someone of the care team. */
export const TeamPictureRequest = z.strictObject({ id: z.guid('Please select a picture') });

/**
 * Where it is downloaded, behind the backend's address, for a minute. On our own server it ends with the session that asked, too;
 * Supabase's Storage knows of no session.
 */
export const TeamPictureAnswer = z.object({ path: Address });

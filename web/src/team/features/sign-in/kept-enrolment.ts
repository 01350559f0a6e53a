import * as z from 'zod/mini';
import { draftOf } from '@/lib/entries/drafts.ts';

const EnrolmentShape = z.object({ factorId: z.string(), uri: z.string(), secret: z.string() });
export type Enrolment = z.output<typeof EnrolmentShape>;

/**
 * The key on screen, kept in this tab until an app has proved that it has it, so that a reload shows the same
 * picture.
 */
export const keptEnrolment = (userId: string) => draftOf('second-factor', userId, EnrolmentShape);

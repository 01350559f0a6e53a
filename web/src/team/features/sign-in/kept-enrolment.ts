import * as z from 'zod/mini';
import { draftOf } from '@/lib/entries/drafts.ts';

const EnrolmentShape = z.object({ factorId: z.string(), uri: z.string(), secret: z.string() });
export type Enrolment = z.output<typeof EnrolmentShape>;

/** The key that is on the screen, kept in this tab until an app has shown that it has it: a reload shows the same picture. */
export const keptEnrolment = (userId: string) => draftOf('second-factor', userId, EnrolmentShape);

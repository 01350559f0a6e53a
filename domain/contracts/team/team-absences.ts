import * as z from 'zod/mini';
import { Day, IsoInstant } from '../fields/iso.ts';
import { CalendarAppointments } from './team-calendar.ts';

/** The day after the last one still has to be a date that everything can read. */
const moment = z
  .union([Day, IsoInstant], 'Please enter a date such as 2026-11-18')
  .check(z.refine((text) => text < '2100', 'Please enter a date before the year 2100'));

export const TeamAbsencesRequest = z.discriminatedUnion(
  'action',
  [
    z.strictObject({
      action: z.literal('add'),
      person: z.guid('Please select a person'),
      /** Days, the last one included, by the person's own calendar; or moments. */
      from: moment,
      until: moment,
      /** Left out where every coach sees the patients in the meantime. */
      coveredBy: z.optional(z.nullable(z.guid('Please select a colleague'))),
    }),
    z.strictObject({ action: z.literal('remove'), id: z.guid('Please select an absence') }),
  ],
  'Please select an action',
);

/** With the calls within, each of which waits to be moved, given to a colleague or canceled. */
export const TeamAbsencesAnswer = z.object({ id: z.guid(), calls: CalendarAppointments });

import * as z from 'zod/mini';
import { Day, IsoInstant } from '../fields/iso.ts';
import { CalendarAppointments } from './team-calendar.ts';

/** The day after the last one must still be a date that every program can read. */
const moment = z
  .union([Day, IsoInstant], 'Please enter a date such as 2026-11-18')
  .check(z.refine((text) => text < '2100', 'Please enter a date before the year 2100'));

export const TeamAbsencesRequest = z.discriminatedUnion(
  'action',
  [
    z.strictObject({
      action: z.literal('add'),
      person: z.guid('Please select a person'),
      /** Either days in the person's own calendar, the last one included, or moments. */
      from: moment,
      until: moment,
      /** Missing if all coaches cover the patients during the absence. */
      coveredBy: z.optional(z.nullable(z.guid('Please select a colleague'))),
    }),
    z.strictObject({ action: z.literal('remove'), id: z.guid('Please select an absence') }),
  ],
  'Please select an action',
);

/** Includes the calls during the absence. Each has to be rescheduled, reassigned or canceled. */
export const TeamAbsencesAnswer = z.object({ id: z.guid(), calls: CalendarAppointments });

import * as z from 'zod/mini';
import { AppointmentTypeSlug } from '../patient/fetch-appointment-type.ts';
import { requiredText } from '../fields/free-text.ts';
import { IsoInstant } from '../fields/iso.ts';
import { InstantText, Line } from '../fields/sizes.ts';

/** How a call went, as its host says. Nothing is called a no-show by itself. */
export const CALL_OUTCOMES = ['took-place', 'patient-did-not-come', 'we-could-not'] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** As they are chosen on screen. */
export const CALL_OUTCOME_WORDS: Record<CallOutcome, string> = {
  'took-place': 'Completed',
  'patient-did-not-come': 'No-show',
  'we-could-not': 'Canceled by clinic',
};

const id = z.guid('Please select a call');
/** Who takes it. Without a host, the most familiar person who is free. */
const host = z.optional(z.guid('Please select a colleague'));
/** How many changes of the call the screen had seen: if there are more by now, nothing is done. */
const version = z.optional(z.int().check(z.gte(0), z.lte(1_000_000)));

export const TeamCallsRequest = z.discriminatedUnion(
  'action',
  [
    z.strictObject({
      action: z.literal('book'),
      patientId: z.guid('Please select a patient'),
      appointmentType: AppointmentTypeSlug,
      startTime: IsoInstant,
      endTime: IsoInstant,
      host,
    }),
    z.strictObject({
      action: z.literal('move'),
      id,
      version,
      startTime: IsoInstant,
      /** Left out by anyone who does not know how long the call takes. */
      endTime: z.optional(z.nullable(IsoInstant)),
      host,
    }),
    z.strictObject({
      action: z.literal('give'),
      id,
      version,
      to: z.guid('Please select a colleague'),
    }),
    z.strictObject({
      action: z.literal('cancel'),
      id,
      version,
      /** To the patient, in the email that tells it. */
      words: requiredText('Please enter a message to the patient'),
    }),
    z.strictObject({
      action: z.literal('outcome'),
      id,
      outcome: z.enum(CALL_OUTCOMES, 'took-place, patient-did-not-come or we-could-not'),
    }),
  ],
  'Please select an action',
);

/** Without what it is about, and for administrators without its end. After an outcome its id alone. */
export const TeamCallsAnswer = z.object({
  id: z.guid(),
  startTime: z.optional(InstantText),
  endTime: z.optional(InstantText),
  status: z.optional(Line),
  host: z.optional(z.object({ id: z.guid(), name: Line })),
});

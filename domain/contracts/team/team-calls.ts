import * as z from 'zod/mini';
import { AppointmentTypeSlug } from '../patient/fetch-appointment-type.ts';
import { requiredText } from '../fields/free-text.ts';
import { IsoInstant } from '../fields/iso.ts';
import { InstantText, Line } from '../fields/sizes.ts';

/** How a call went, as its host reports. No call becomes a no-show automatically. */
export const CALL_OUTCOMES = ['took-place', 'patient-did-not-come', 'we-could-not'] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** The choices, in the order on screen. */
export const CALL_OUTCOME_WORDS: Record<CallOutcome, string> = {
  'took-place': 'Completed',
  'patient-did-not-come': 'No-show',
  'we-could-not': 'Canceled by clinic',
};

const id = z.guid('Please select a call');
/** The host. If missing, the server picks the free person the patient knows best. */
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
      /** A message to the patient, in the email about the change. */
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

/** Without the reason for the call. After an outcome, only the id. */
export const TeamCallsAnswer = z.object({
  id: z.guid(),
  startTime: z.optional(InstantText),
  endTime: z.optional(InstantText),
  status: z.optional(Line),
  host: z.optional(z.object({ id: z.guid(), name: Line })),
});

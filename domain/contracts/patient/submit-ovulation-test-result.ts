import * as z from 'zod/mini';
import { OvulationResult } from '../../results/ovulation.ts';
import { IsoInstant } from '../fields/iso.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';
import { TimeZone } from '../fields/time-zone.ts';

export const SubmitOvulationTestResultRequest = z.strictObject(
  {
    result: OvulationResult,
    /** For a result stored on the device while offline; otherwise it was taken now. */
    takenAt: z.optional(IsoInstant),
    /** Where the patient was then, if different from where it is sent. */
    takenZone: z.optional(TimeZone),
  },
  NOT_AN_OBJECT,
);
export const SubmitOvulationTestResultAnswer = z.object({
  id: z.guid(),
  result: OvulationResult,
  takenAt: IsoInstant,
});

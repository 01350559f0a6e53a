import * as z from 'zod/mini';
import { OvulationResult } from '../../results/ovulation.ts';
import { IsoInstant } from '../fields/iso.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';
import { TimeZone } from '../fields/time-zone.ts';

export const SubmitOvulationTestResultRequest = z.strictObject(
  {
    result: OvulationResult,
    /** For a result that was kept on the device until there was a connection; otherwise it was taken now. */
    takenAt: z.optional(IsoInstant),
    /** Where the patient was then, if that is elsewhere than where it is sent from. */
    takenZone: z.optional(TimeZone),
  },
  NOT_AN_OBJECT,
);
export const SubmitOvulationTestResultAnswer = z.object({
  id: z.guid(),
  result: OvulationResult,
  takenAt: IsoInstant,
});

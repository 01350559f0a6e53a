import * as z from 'zod/mini';
import { OvulationResult } from '../results/ovulation.ts';
import { IsoInstant } from './iso.ts';
import { NOT_AN_OBJECT } from './submission.ts';

export const SubmitOvulationTestResultRequest = z.object(
  {
    result: OvulationResult,
    /** For a result that was kept on the device until there was a connection; otherwise it was taken now. */
    takenAt: z.optional(IsoInstant),
  },
  NOT_AN_OBJECT,
);
export const SubmitOvulationTestResultAnswer = z.object({
  id: z.guid(),
  result: OvulationResult,
  takenAt: IsoInstant,
});

import * as z from 'zod/mini';
import { Cycle } from '../../results/cycle.ts';
import { PregnancyResult } from '../../results/pregnancy.ts';
import { IsoInstant } from '../fields/iso.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';
import { TimeZone } from '../fields/time-zone.ts';

export const SubmitPregnancyTestResultRequest = z.strictObject(
  {
    result: PregnancyResult,
    cycle: Cycle,
    date: IsoInstant,
    /** Where the patient was then, if different from where it is sent. */
    takenZone: z.optional(TimeZone),
  },
  NOT_AN_OBJECT,
);
export const SubmitPregnancyTestResultAnswer = z.object({
  id: z.guid(),
  result: PregnancyResult,
  cycle: Cycle,
  takenAt: IsoInstant,
});

import * as z from 'zod/mini';
import { Cycle } from '../results/cycle.ts';
import { PregnancyResult } from '../results/pregnancy.ts';
import { IsoInstant } from './iso.ts';
import { NOT_AN_OBJECT } from './submission.ts';

export const SubmitPregnancyTestResultRequest = z.object(
  { result: PregnancyResult, cycle: Cycle, date: IsoInstant },
  NOT_AN_OBJECT,
);
export const SubmitPregnancyTestResultAnswer = z.object({
  id: z.guid(),
  result: PregnancyResult,
  cycle: Cycle,
  takenAt: IsoInstant,
});

import * as z from 'zod/mini';
import { Cycle } from '../../results/cycle.ts';
import { ApplicatorResponses } from '../../surveys/applicator-responses.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';

export const SubmitApplicatorUseSurveyRequest = z.strictObject(
  { responses: ApplicatorResponses },
  NOT_AN_OBJECT,
);
export const SubmitApplicatorUseSurveyAnswer = z.object({ id: z.guid(), cycle: Cycle });

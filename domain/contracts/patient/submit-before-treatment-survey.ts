import * as z from 'zod/mini';
import { Confidence } from '../../surveys/before-treatment.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';

export const SubmitBeforeTreatmentSurveyRequest = z.strictObject({ response: Confidence }, NOT_AN_OBJECT);
export const SubmitBeforeTreatmentSurveyAnswer = z.object({ id: z.guid(), response: Confidence });

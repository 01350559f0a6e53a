import * as z from 'zod/mini';
import { Sign, SIGNS, Strength } from '../../symptoms/symptoms.ts';
import { FreeText } from '../fields/free-text.ts';
import { IsoDay } from '../fields/iso.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';

export const ReportSymptomsRequest = z.strictObject(
  {
    signs: z.array(Sign, 'Please select from the list').check(
      z.minLength(1, 'Please select at least one'),
      z.refine((signs) => new Set(signs).size === signs.length, 'Please select each once'),
      z.maxLength(SIGNS.length, 'Please select from the list'),
    ),
    strength: Strength,
    since: IsoDay,
    words: z.optional(z.nullable(FreeText)),
  },
  NOT_AN_OBJECT,
);
/** Whether someone can be reached outside the clinic's hours. */
export const ReportSymptomsSituation = z.object({ onDuty: z.boolean() });
export const ReportSymptomsAnswer = z.object({ id: z.guid(), urgent: z.boolean() });

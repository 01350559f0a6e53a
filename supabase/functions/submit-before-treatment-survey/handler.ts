import type * as z from 'zod/mini';
import {
  SubmitBeforeTreatmentSurveyRequest,
  type SubmitBeforeTreatmentSurveyAnswer,
} from '../../../domain/contracts/patient/submit-before-treatment-survey.ts';
import { defineFunction } from '../_shared/request/define-function.ts';
import { entriesADay, SUBMISSIONS } from '../_shared/request/limits.ts';
import { openSubmission, storeOnce } from '../_shared/patients/submission.ts';

export const handler = defineFunction({
  method: 'POST',
  caller: 'patient',
  input: SubmitBeforeTreatmentSurveyRequest,
  limit: [SUBMISSIONS, entriesADay('surveys')],
  run: async (
    { response },
    context,
    headers,
  ): Promise<z.output<typeof SubmitBeforeTreatmentSurveyAnswer>> => {
    const submission = await openSubmission(context, headers, 'survey_responses');
    const { id } = await storeOnce<{ id: string }>(context, submission, {
      answers: { survey: 'before-treatment', answers: { response } },
    });
    return { id, response };
  },
});

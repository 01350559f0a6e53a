import type * as z from 'zod/mini';
import { startOf } from '../../../domain/contracts/fields/iso.ts';
import {
  SubmitApplicatorUseSurveyRequest,
  type SubmitApplicatorUseSurveyAnswer,
} from '../../../domain/contracts/patient/submit-applicator-use-survey.ts';
import { isInFuture } from '../../../domain/results/taken-at.ts';
import { requireCycle } from '../_shared/patients/cycle.ts';
import { defineFunction } from '../_shared/request/define-function.ts';
import { entriesADay, SUBMISSIONS } from '../_shared/request/limits.ts';
import { invalidInput } from '../_shared/answer/problem.ts';
import { openSubmission, storeOnce } from '../_shared/patients/submission.ts';

export const handler = defineFunction({
  method: 'POST',
  caller: 'patient',
  input: SubmitApplicatorUseSurveyRequest,
  limit: [SUBMISSIONS, entriesADay('surveys')],
  run: async ({ responses }, context, headers): Promise<z.output<typeof SubmitApplicatorUseSurveyAnswer>> => {
    const submission = await openSubmission(context, headers, 'survey_responses');
    const [inseminationDate, cycle] = responses;
    const at = startOf(inseminationDate);
    if (isInFuture(at, context.now().getTime())) {
      throw invalidInput('responses.0', 'The insemination date cannot be in the future');
    }
    const cycle_number = await requireCycle(context, submission, {
      field: 'responses.1',
      cycle: Number(cycle),
      at,
    });
    const stored = await storeOnce<{ id: string; cycle_number: number }>(context, submission, {
      answers: { survey: 'applicator-use', answers: responses },
      details: { cycle_number },
    });
    return { id: stored.id, cycle: stored.cycle_number };
  },
});

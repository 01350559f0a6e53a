import type * as z from 'zod/mini';
import {
  SubmitOvulationTestResultRequest,
  type SubmitOvulationTestResultAnswer,
} from '../../../domain/contracts/patient/submit-ovulation-test-result.ts';
import { isInFuture, isTooLate } from '../../../domain/results/taken-at.ts';
import { instantFromIso, isoFromInstant, type Instant } from '../../../domain/time/instant.ts';
import { defineFunction } from '../_shared/request/define-function.ts';
import { entriesADay, SUBMISSIONS } from '../_shared/request/limits.ts';
import { invalidInput } from '../_shared/answer/problem.ts';
import { zoneOf } from '../_shared/appointments/scheduling.ts';
import { openSubmission, storeOnce } from '../_shared/patients/submission.ts';
import { takenWhere } from '../_shared/patients/taken-where.ts';

export const handler = defineFunction({
  method: 'POST',
  caller: 'patient',
  input: SubmitOvulationTestResultRequest,
  limit: [SUBMISSIONS, entriesADay('test results')],
  run: async (
    { result, takenAt, takenZone },
    context,
    headers,
  ): Promise<z.output<typeof SubmitOvulationTestResultAnswer>> => {
    const submission = await openSubmission(context, headers, 'test_results');
    const now = context.now().getTime();
    const taken = takenAt === undefined ? now : instantFromIso(takenAt);
    checkTime(taken, now);
    const stored = await storeOnce<{ id: string; taken_at: string }>(context, submission, {
      answers: { result_type: 'ovulation', result },
      details: takenWhere(taken, takenZone ?? zoneOf(headers)),
    });
    return { id: stored.id, result, takenAt: isoFromInstant(instantFromIso(stored.taken_at)) };
  },
});

function checkTime(taken: Instant, now: Instant): void {
  if (isInFuture(taken, now)) throw invalidInput('takenAt', 'The test date cannot be in the future');
  if (isTooLate(taken, now)) throw invalidInput('takenAt', 'The test was taken more than 7 days ago');
}

import type * as z from 'zod/mini';
import {
  SubmitPregnancyTestResultRequest,
  type SubmitPregnancyTestResultAnswer,
} from '../../../domain/contracts/patient/submit-pregnancy-test-result.ts';
import { isInFuture } from '../../../domain/results/taken-at.ts';
import { instantFromIso, isoFromInstant } from '../../../domain/time/instant.ts';
import { requireCycle } from '../_shared/patients/cycle.ts';
import { defineFunction } from '../_shared/request/define-function.ts';
import { entriesADay, SUBMISSIONS } from '../_shared/request/limits.ts';
import { invalidInput } from '../_shared/answer/problem.ts';
import { zoneOf } from '../_shared/appointments/scheduling.ts';
import { openSubmission, storeOnce } from '../_shared/patients/submission.ts';
import { takenWhere } from '../_shared/patients/taken-where.ts';

type Stored = { id: string; cycle_number: number; taken_at: string };

export const handler = defineFunction({
  method: 'POST',
  caller: 'patient',
  input: SubmitPregnancyTestResultRequest,
  limit: [SUBMISSIONS, entriesADay('test results')],
  run: async (
    { result, cycle, date, takenZone },
    context,
    headers,
  ): Promise<z.output<typeof SubmitPregnancyTestResultAnswer>> => {
    const submission = await openSubmission(context, headers, 'test_results');
    const taken = instantFromIso(date);
    if (isInFuture(taken, context.now().getTime())) {
      throw invalidInput('date', 'The test date cannot be in the future');
    }
    const where = takenWhere(taken, takenZone ?? zoneOf(headers));
    // The database stores it under the cycle of the last applicator before it, if that is known.
    const cycle_number = await requireCycle(context, submission, {
      field: 'cycle',
      cycle,
      at: taken,
      testedOn: where.taken_on,
    });
    // A positive ends treatment: the database completes the phases and sets the status in the same transaction.
    const stored = await storeOnce<Stored>(context, submission, {
      answers: { result_type: 'PREGNANCY', result },
      details: { cycle_number, ...where },
    });
    const takenAt = isoFromInstant(instantFromIso(stored.taken_at));
    return { id: stored.id, result, cycle: stored.cycle_number, takenAt };
  },
});

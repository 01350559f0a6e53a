import * as z from 'zod/mini';
import { TakeBackRequest, type TakeBackAnswer } from '../../../domain/contracts/patient/take-back.ts';
import { fetchCareStatus } from '../_shared/patients/care-status.ts';
import { defineFunction } from '../_shared/request/define-function.ts';
import { entriesADay, SUBMISSIONS } from '../_shared/request/limits.ts';
import { requireConsent } from '../_shared/patients/patient.ts';
import { FunctionProblem } from '../_shared/answer/problem.ts';
import { zoneOf } from '../_shared/appointments/scheduling.ts';

/**
 * For a day, undoes a loss reported by mistake, or a stop. Also undoes a period. Results are undone by
 * deleting their row.
 */
export const handler = defineFunction({
  method: 'POST',
  caller: 'patient',
  input: TakeBackRequest,
  limit: [SUBMISSIONS, entriesADay('corrections')],
  run: async ({ kind, id }, context, headers): Promise<z.output<typeof TakeBackAnswer>> => {
    const userId = await requireConsent(context);
    const { data } = await context.service
      .rpc(kind === 'period' ? 'undo_period' : 'undo_outcome', { p_user: userId, p_id: id })
      .throwOnError();
    if (data === null) throw new FunctionProblem(404, 'unknown_outcome', 'We can’t find this entry.');
    if (data === false) {
      throw new FunctionProblem(409, 'not_now', 'You can’t undo this here. Please ask your care team.');
    }
    return { careState: (await fetchCareStatus(context, userId, zoneOf(headers))).state };
  },
});

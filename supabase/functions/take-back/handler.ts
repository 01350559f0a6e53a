import * as z from 'zod/mini';
import { TakeBackRequest, type TakeBackAnswer } from '../../../domain/contracts/patient/take-back.ts';
import { fetchCareStatus } from '../_shared/patients/care-status.ts';
import { defineFunction } from '../_shared/request/define-function.ts';
import { entriesADay, SUBMISSIONS } from '../_shared/request/limits.ts';
import { requireConsent } from '../_shared/patients/patient.ts';
import { FunctionProblem } from '../_shared/answer/problem.ts';
import { zoneOf } from '../_shared/appointments/scheduling.ts';

/** A loss that was reported by mistake and a stop, for a day, and a period. Results are taken back by deleting their row. */
export const handler = defineFunction({
  method: 'POST',
  caller: 'patient',
  input: TakeBackRequest,
  limit: [SUBMISSIONS, entriesADay('corrections')],
  run: async ({ kind, id }, context, headers): Promise<z.output<typeof TakeBackAnswer>> => {
    const userId = await requireConsent(context);
    const { data } = await context.service
      .rpc(kind === 'period' ? 'take_back_period' : 'take_back_outcome', { p_user: userId, p_id: id })
      .throwOnError();
    if (data === null) throw new FunctionProblem(404, 'unknown_outcome', 'There is no such entry.');
    if (data === false) {
      throw new FunctionProblem(409, 'not_now', 'This cannot be taken back here. Please ask your care team.');
    }
    return { careState: (await fetchCareStatus(context, userId, zoneOf(headers))).state };
  },
});

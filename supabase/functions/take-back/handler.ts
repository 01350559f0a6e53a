import * as z from 'zod/mini';
import { TakeBackRequest, type TakeBackAnswer } from '../../../domain/contracts/take-back.ts';
import { fetchCareStatus } from '../_shared/care-status.ts';
import { defineFunction } from '../_shared/define-function.ts';
import { entriesADay, SUBMISSIONS } from '../_shared/limits.ts';
import { requireConsent } from '../_shared/patient.ts';
import { FunctionProblem } from '../_shared/problem.ts';
import { zoneOf } from '../_shared/scheduling.ts';

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

import { isProblemCode } from '../../../domain/contracts/problem-codes.ts';
import type { FunctionContext } from './context.ts';
import { codeOf } from './define-function.ts';
import { FunctionProblem, notSignedIn } from './problem.ts';

/** Asks one of the team's procedures, as the person who calls; whatever it refuses is told in its own words. */
export async function askTeam(
  { service, userId, sessionId }: FunctionContext,
  procedure: string,
  values: Record<string, unknown>,
): Promise<unknown> {
  if (userId === null || sessionId === null) throw notSignedIn();
  const { data, error } = await service.rpc(procedure, { p_user: userId, p_session: sessionId, ...values });
  if (!error) return data;
  const refusal = refusalIn(error);
  if (refusal?.status === 403) await noteRefusal(service, userId, refusal);
  throw refusal ?? error;
}

/** Who was refused at the team's door stands in the access log; what undid the refused transaction would undo that, too. */
async function noteRefusal(
  service: FunctionContext['service'],
  userId: string,
  { code }: FunctionProblem,
): Promise<void> {
  await service.rpc('team_note_refusal', { p_user: userId, p_code: code }).throwOnError();
}

/** The status stands in the error's code, the code to act on is its detail (private.refuse_team). */
function refusalIn(error: { message: string; details: string }): FunctionProblem | null {
  const status = /^PT(400|403|409|422)$/.exec(codeOf(error))?.[1];
  if (!status || !isProblemCode(error.details)) return null;
  return new FunctionProblem(Number(status), error.details, error.message);
}

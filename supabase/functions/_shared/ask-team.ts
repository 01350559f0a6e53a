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
  if (error) throw refusalIn(error) ?? error;
  return data;
}

/** The status stands in the error's code, the code to act on is its detail (private.refuse_team). */
function refusalIn(error: { message: string; details: string }): FunctionProblem | null {
  const status = /^PT(400|403|409|422)$/.exec(codeOf(error))?.[1];
  if (!status || !isProblemCode(error.details)) return null;
  return new FunctionProblem(Number(status), error.details, error.message);
}

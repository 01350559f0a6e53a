import { isProblemCode } from '../../../../domain/contracts/fields/problem-codes.ts';
import type { FunctionContext } from '../request/context.ts';
import { codeOf } from '../request/define-function.ts';
import { FunctionProblem, notSignedIn } from '../answer/problem.ts';

/**
 * Calls one of the team's procedures as the person. Its refusals keep their own messages. The token itself
 * must say aal2: one from before the session was raised may belong to someone who opened that session by
 * reading the person's email.
 */
export async function askTeam(
  { service, userId, sessionId, aal }: FunctionContext,
  procedure: string,
  values: Record<string, unknown>,
  { atEntrance = false } = {},
): Promise<unknown> {
  if (userId === null || sessionId === null) throw notSignedIn();
  const who = { p_user: userId, p_session: sessionId };
  const { data, error } =
    aal === 'aal2'
      ? await service.rpc(procedure, { ...who, ...values })
      : await service.rpc('team_refuse_mailed_code', who);
  if (!error) return data;
  const refusal = refusalIn(error);
  if (refusal?.status === 403) await noteRefusal(service, userId, refusal, atEntrance);
  throw refusal ?? error;
}

/** Logs a refusal at the team's entrance in a separate transaction, because the refused one rolls back. */
async function noteRefusal(
  service: FunctionContext['service'],
  userId: string,
  { code }: FunctionProblem,
  atEntrance: boolean,
): Promise<void> {
  const refused = { p_user: userId, p_code: code, p_at_entrance: atEntrance };
  await service.rpc('team_audit_refusal', refused).throwOnError();
}

/** The error's code contains the HTTP status, its detail the code to act on (private.refuse_team). */
function refusalIn(error: { message: string; details: string }): FunctionProblem | null {
  const status = /^PT(400|403|409|422)$/.exec(codeOf(error))?.[1];
  if (!status || !isProblemCode(error.details)) return null;
  return new FunctionProblem(Number(status), error.details, error.message);
}

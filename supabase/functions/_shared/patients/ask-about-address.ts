import type { FunctionContext } from '../request/context.ts';
import { payerOf, scaleFor } from '../request/limits.ts';
import { tooManyRequests } from '../answer/problem.ts';

/**
 * Looks up whose address it is. A miss counts against the network, and against a signed-in person. Past the
 * limit, nothing is answered.
 */
export async function askAboutAddress<Answer>(
  context: FunctionContext,
  procedure: 'ask_invitation' | 'ask_team_sign_in',
  email: string,
): Promise<Answer> {
  const { userId, clientAddress } = context;
  const payer = payerOf(context);
  const { data } = await context.service
    .rpc(procedure, {
      p_email: email,
      p_client: userId === null ? payer : clientAddress,
      p_scale: scaleFor(payer, context),
      p_user_id: userId,
    })
    .throwOnError();
  const { wait, ...answer } = data as { wait: number } & Answer;
  if (wait > 0) throw tooManyRequests(wait);
  return answer as Answer;
}

import { SendTeamCodeRequest } from '../../../domain/contracts/send-team-code.ts';
import { defineFunction } from '../_shared/define-function.ts';
import { payerOf, scaleFor } from '../_shared/limits.ts';
import { tooManyRequests } from '../_shared/problem.ts';

const MAIL_MS = 700;
const PER_CLIENT = { name: 'team-code-client', max: 100, seconds: 300 };

/**
 * Sends the code with which the care team's sign-in begins, to an address of theirs alone: the auth service would mail a
 * patient too. Whoever asks hears the same in every case, and misses are counted with those of the portal's sign-in.
 */
export const handler = defineFunction({
  method: 'POST',
  caller: 'anyone',
  input: SendTeamCodeRequest,
  limit: PER_CLIENT,
  run: async ({ email }, context) => {
    const payer = payerOf(context);
    const asked = { p_email: email, p_client: payer, p_scale: scaleFor(payer, context) };
    const { data } = await context.service.rpc('ask_team_sign_in', asked).throwOnError();
    const { wait, isOfTeam } = data as { wait: number; isOfTeam: boolean };
    if (wait > 0) throw tooManyRequests(wait);
    await Promise.all([isOfTeam && context.sendCode(email), mailTime()]);
    return {};
  },
});

/** About as long as a mail takes to hand over, also where none is: who waits hears nothing from the time either. */
const mailTime = () => new Promise((done) => setTimeout(done, MAIL_MS));

import { SendTeamCodeRequest } from '../../../domain/contracts/team/send-team-code.ts';
import { askAboutAddress } from '../_shared/patients/ask-about-address.ts';
import type { FunctionContext } from '../_shared/request/context.ts';
import { defineFunction } from '../_shared/request/define-function.ts';
import { payerOf, scaled, type Limit } from '../_shared/request/limits.ts';

export const MAIL_MS = 700;
// Every request counts, for any address: counting only unknown addresses would reveal the known ones.
const PER_CLIENT = [
  { name: 'team-code-client', max: 100, seconds: 300 },
  { name: 'team-code-client-day', max: 1_000, seconds: 86_400 },
];
// A stranger who keeps asking for another person's address uses up their own network's limit, not that person's.
const PER_EMAIL_AND_CLIENT = { name: 'team-code-email-client', max: 1, seconds: 60 };
// One email a minute, from any network. On Supabase, all requests of this function come from one client, and
// team_code_sent resets the auth service's own clock. A code that wasn't sent doesn't count: the auth service
// makes networks wait whose codes were guessed at, except the one of the last sign-in.
const PER_EMAIL = { name: 'team-code-email', max: 1, seconds: 60 };

/**
 * Sends the code that starts the care team's sign-in, only to team members' addresses, because the auth
 * service would email patients too. Everyone gets the same answer, and misses count together with those of
 * the portal's sign-in.
 */
export const handler = defineFunction({
  method: 'POST',
  caller: 'anyone',
  input: SendTeamCodeRequest,
  limit: PER_CLIENT,
  run: async ({ email }, context) => {
    const { isOfTeam } = await askAboutAddress<{ isOfTeam: boolean }>(context, 'ask_team_sign_in', email);
    await Promise.all([isOfTeam && sendOnce(email, context), mailTime()]);
    return {};
  },
});

/** A failure goes to the log only: in the answer, it would reveal that the address belongs to the team. */
async function sendOnce(email: string, context: FunctionContext): Promise<void> {
  try {
    const address = await context.keyedHash(email);
    const ofClient = `${address}:${payerOf(context)}`;
    if (!(await isFirst(context, PER_EMAIL_AND_CLIENT, ofClient))) return;
    if (!(await isFirst(context, PER_EMAIL, address))) return;
    await sendOrGiveBack(email, context, { address, ofClient });
  } catch (error) {
    context.report(error);
  }
}

async function isFirst(context: FunctionContext, limit: Limit, who: string): Promise<boolean> {
  const { name, max, seconds } = scaled(limit, context);
  const counted = { p_key: `${name}:${who}`, p_limit: max, p_seconds: seconds };
  const { data } = await context.service.rpc('take_from_limit', counted).throwOnError();
  return data === 0;
}

async function sendOrGiveBack(
  email: string,
  context: FunctionContext,
  { address, ofClient }: { address: string; ofClient: string },
): Promise<void> {
  let isSent = false;
  try {
    isSent = await context.sendCode(email);
  } catch (error) {
    await giveBack(context, PER_EMAIL_AND_CLIENT, ofClient);
    throw error;
  } finally {
    if (!isSent) await giveBack(context, PER_EMAIL, address);
  }
  if (isSent) await context.service.rpc('team_code_sent', { p_email: email }).throwOnError();
}

const giveBack = ({ service }: FunctionContext, { name }: Limit, who: string) =>
  service.rpc('forget_limit', { p_key: `${name}:${who}` }).throwOnError();

/** About as long as handing over an email takes, even if there is none, so that the time reveals little. */
const mailTime = () => new Promise((done) => setTimeout(done, MAIL_MS));

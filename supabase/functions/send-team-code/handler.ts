import { SendTeamCodeRequest } from '../../../domain/contracts/send-team-code.ts';
import { askAboutAddress } from '../_shared/ask-about-address.ts';
import type { FunctionContext } from '../_shared/context.ts';
import { defineFunction } from '../_shared/define-function.ts';
import { scaled } from '../_shared/limits.ts';

const MAIL_MS = 700;
// Every ask counts, whosever the address is: what only counted misses would tell the others apart.
const PER_CLIENT = [
  { name: 'team-code-client', max: 100, seconds: 300 },
  { name: 'team-code-client-day', max: 1_000, seconds: 86_400 },
];
// On Supabase the auth service counts all that this function asks as one client's. One address does not use that up.
const PER_EMAIL = { name: 'team-code-email', max: 1, seconds: 60 };

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
    const { isOfTeam } = await askAboutAddress<{ isOfTeam: boolean }>(context, 'ask_team_sign_in', email);
    await Promise.all([isOfTeam && sendOnce(email, context), mailTime()]);
    return {};
  },
});

/** A failure is for the log: told to whoever asks, it would say that the address is of the team. */
async function sendOnce(email: string, context: FunctionContext): Promise<void> {
  try {
    if (!(await isFirstInAWhile(email, context))) return;
    await context.sendCode(email);
    await context.service.rpc('team_code_sent', { p_email: email }).throwOnError();
  } catch (error) {
    context.report(error);
  }
}

async function isFirstInAWhile(email: string, context: FunctionContext): Promise<boolean> {
  const { service, keyedHash } = context;
  const { name, max, seconds } = scaled(PER_EMAIL, context);
  const counted = { p_key: `${name}:${await keyedHash(email)}`, p_limit: max, p_seconds: seconds };
  const { data } = await service.rpc('take_from_limit', counted).throwOnError();
  return data === 0;
}

/** About as long as a mail takes to hand over, also where none is: who waits hears little from the time either. */
const mailTime = () => new Promise((done) => setTimeout(done, MAIL_MS));

import type { Handler } from 'hono';
import * as z from 'zod';
import { Email } from '../../domain/contracts/fields/email.ts';
import type { Caller } from '../database/query-types.ts';
import { jsonBody } from '../http/body.ts';
import { behalfIn } from '../http/inside.ts';
import { Problem } from '../http/problem.ts';
import { signInCodeMail } from '../mail/sign-in-code.ts';
import type { Services } from '../services.ts';
import { CODE_MINUTES, replaceCode, requireInvitation, withdrawCode, type SignInCode } from './codes.ts';
import { read } from './read.ts';

export const OtpBody = z.object({ email: Email, create_user: z.boolean().default(true) });

/**
 * The team sign-in function (send-team-code) asks with the service's key, once it knows whose address it
 * is.
 */
export const isForTeam = ({ role }: Pick<Caller, 'role'>): boolean => role === 'service_role';

/** POST otp: a code to an invited address. */
export function sendCode(services: Services): Handler {
  return async (context) => {
    const { email, create_user: createUser } = read(OtpBody, await jsonBody(context));
    const { userId, role } = await services.identify(context.req.raw.headers);
    const { client } = behalfIn(context, services.settings.trustProxy);
    const request = { email, createUser, client, forTeam: isForTeam({ role }) };
    await requireInvitation(services, request, userId);
    const code = await replaceCode(services.database, services.keys, request);
    await deliver(services, code, request);
    return context.json({});
  };
}

async function deliver(
  { database, keys, mailer, log }: Services,
  code: SignInCode,
  { client, forTeam }: { client: string; forTeam: boolean },
): Promise<void> {
  try {
    await mailer.send({ to: code.email, ...signInCodeMail(code.digits, CODE_MINUTES, forTeam) });
  } catch (error) {
    await withdrawCode(database, keys, code, client);
    // A mail server's words may repeat the address: only its error's name is kept.
    log('sign-in code not sent', { reason: (error as NodeJS.ErrnoException).code ?? 'unknown' });
    throw new Problem(503, 'unavailable', 'The email could not be sent. Please try again.');
  }
}

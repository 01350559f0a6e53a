import type { Handler } from 'hono';
import * as z from 'zod';
import { Email } from '../../domain/contracts/email.ts';
import { jsonBody } from '../http/body.ts';
import { behalfIn } from '../http/inside.ts';
import { Problem } from '../http/problem.ts';
import { signInCodeMail } from '../mail/sign-in-code.ts';
import type { Services } from '../services.ts';
import { CODE_MINUTES, replaceCode, requireInvitation, withdrawCode, type SignInCode } from './codes.ts';
import { read } from './read.ts';

export const OtpBody = z.object({ email: Email, create_user: z.boolean().default(true) });

/** POST otp: a code to an invited address. */
export function sendCode(services: Services): Handler {
  return async (context) => {
    const { email, create_user: createUser } = read(OtpBody, await jsonBody(context));
    const request = { email, createUser, client: behalfIn(context, services.settings.trustProxy).client };
    const { userId } = await services.identify(context.req.raw.headers);
    await requireInvitation(services, request, userId);
    const code = await replaceCode(services.database, services.keys, request);
    await deliver(services, code, request.client);
    return context.json({});
  };
}

async function deliver(
  { database, keys, mailer, log }: Services,
  code: SignInCode,
  client: string,
): Promise<void> {
  try {
    await mailer.send({ to: code.email, ...signInCodeMail(code.digits, CODE_MINUTES) });
  } catch (error) {
    await withdrawCode(database, keys, code, client);
    // A mail server's words may repeat the address: only its error's name is kept.
    log('sign-in code not sent', { reason: (error as NodeJS.ErrnoException).code ?? 'unknown' });
    throw new Problem(503, 'unavailable', 'The email could not be sent. Please try again.');
  }
}

import type { Handler } from 'hono';
import * as z from 'zod';
import { Email } from '../../domain/contracts/fields/email.ts';
import { signingIn } from '../database/shares.ts';
import { jsonBody } from '../http/body.ts';
import { clientAddress } from '../http/client-address.ts';
import { Problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { spendCode } from './codes.ts';
import { read } from './read.ts';
import { sessionAnswer } from './session-answer.ts';
import { openSession } from './sessions.ts';
import { openUser } from './users.ts';

/** Longer than any code that was ever sent. A wrong code of any length gets the same answer. */
const MAX_CODE = 100;

export const VerifyBody = z.object({
  email: Email,
  token: z
    .string('Verify requires a token')
    .min(1, 'Verify requires a token')
    .max(MAX_CODE, 'Verify requires a token'),
  type: z.literal('email', 'Only codes sent by email are verified'),
});

/** POST verify: exchanges a right code for a session, creating the user the first time, all or nothing. */
export function verifyCode(services: Services): Handler {
  const { database, keys, settings } = services;
  return async (context) => {
    const { email, token: digits } = read(VerifyBody, await jsonBody(context));
    const client = clientAddress(context, settings.trustProxy);
    const session = await database.inShare(signingIn(client), () =>
      database.transaction(async (query) => {
        if (!(await spendCode(query, keys, { email, digits }, client))) return null;
        return openSession(query, await openUser(query, email));
      }),
    );
    if (!session) throw new Problem(403, 'otp_expired', 'Token has expired or is invalid');
    return context.json(await sessionAnswer(services, session));
  };
}

import type { Handler } from 'hono';
import * as z from 'zod';
import { Email } from '../../domain/contracts/fields/email.ts';
import type { Database } from '../database/database.ts';
import type { Query } from '../database/query-types.ts';
import { signingIn } from '../database/shares.ts';
import { jsonBody } from '../http/body.ts';
import { clientAddress } from '../http/client-address.ts';
import { Problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { refusalOf } from './begin-email-change.ts';
import { spendChangeCode, type Change } from './email-change-codes.ts';
import { read } from './read.ts';
import { sessionAnswer } from './session-answer.ts';
import { openSession, type Session } from './sessions.ts';
import { USER_COLUMNS, type User } from './users.ts';

const ConfirmBody = z.object({
  email: Email,
  token: z.string('Verify requires a token').min(1, 'Verify requires a token'),
});

const FIRST_ACCEPTED = {
  code: '200',
  msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
};

/**
 * POST verify with type email_change: the first mailbox's code is recorded, the second one's changes the
 * address.
 */
export function confirmEmailChange(services: Services): Handler {
  return async (context, next) => {
    const body = await jsonBody(context);
    if (!isAboutChange(body)) return next();
    const { email, token: digits } = read(ConfirmBody, body);
    const { userId } = await services.identify(context.req.raw.headers);
    const client = clientAddress(context, services.settings.trustProxy);
    const outcome = await services.database.inShare(signingIn(client), () =>
      confirm(services, { email, digits, client, userId }),
    );
    if (outcome === 'refused') throw new Problem(403, 'otp_expired', 'Token has expired or is invalid');
    return context.json(outcome === 'noted' ? FIRST_ACCEPTED : await sessionAnswer(services, outcome));
  };
}

const isAboutChange = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'type' in body && body.type === 'email_change';

type Code = Parameters<typeof spendChangeCode>[2];

async function confirm({ database, keys }: Services, code: Code): Promise<Session | 'noted' | 'refused'> {
  const begun: Change[] = [];
  try {
    return await database.transaction(async (query) => {
      const spent = await spendChangeCode(query, keys, code);
      if (!spent) return 'refused';
      if (!spent.isSecond) return 'noted';
      begun.push(spent.change);
      return openSession(query, await changeAddress(query, spent.change));
    });
  } catch (error) {
    const refusal = refusalOf(error);
    // Someone else has taken the address since: nothing of the change remains.
    if (refusal instanceof Problem) for (const change of begun) await giveUp(database, change);
    throw refusal;
  }
}

/**
 * The record, the invitation, the notices and the end of every session follow by trigger; the new session
 * comes after.
 */
async function changeAddress(query: Query, { userId, to }: Change): Promise<User> {
  const { rows } = await query<User>(
    `update auth.users set email = $2, last_sign_in_at = now(), updated_at = now(),
       email_change = '', email_change_token_current = '', email_change_token_new = '', email_change_confirm_status = 0
     where id = $1 returning ${USER_COLUMNS}`,
    [userId, to],
  );
  return rows[0]!;
}

async function giveUp(database: Database, { userId, to }: Change): Promise<void> {
  await database.query(
    `update auth.users set email_change = '', email_change_token_current = '', email_change_token_new = '',
       email_change_confirm_status = 0
     where id = $1 and email_change = $2`,
    [userId, to],
  );
}

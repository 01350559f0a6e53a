import type { Context, Handler } from 'hono';
import * as z from 'zod';
import { Email } from '../../domain/contracts/fields/email.ts';
import { addressCodeEmail } from '../../domain/notifications/address-emails.ts';
import { isDatabaseError, type Database } from '../database/database.ts';
import type { Caller, Query } from '../database/query-types.ts';
import { jsonBody } from '../http/body.ts';
import { clientAddress } from '../http/client-address.ts';
import { Problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { clientHash } from './codes.ts';
import { newDigits, tokenOf, type Change } from './email-change-codes.ts';
import { read } from './read.ts';
import { signedInUser } from './sessions.ts';
import { USER_COLUMNS, userAnswer, type User } from './users.ts';

/** All accepted fields. auth-js sends the last two for links, which we don't have. */
const KNOWN = new Set(['email', 'code_challenge', 'code_challenge_method']);
const ChangeBody = z.object({ email: Email });

/** PUT user: the only thing a patient can change there is their address, with a code from both mailboxes. */
export function beginEmailChange(services: Services): Handler {
  return async (context, next) => {
    const body = await jsonBody(context);
    if (!asksForAddressAlone(body)) return next();
    const caller = await services.identify(context.req.raw.headers);
    const user = await signedInUser(services.database, caller);
    const { email } = read(ChangeBody, body);
    if (email === user.email) return answer(context, user);
    await askDatabase(services.database, caller, email);
    const change = { userId: user.id, from: user.email, to: email };
    const client = clientAddress(context, services.settings.trustProxy);
    return answer(context, await sendCodes(services, caller, change, client));
  };
}

const asksForAddressAlone = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  'email' in body &&
  Object.keys(body).every((key) => KNOWN.has(key));

const answer = (context: Context, user: User) => context.json(userAnswer(user));

/** Counts the try, in its own transaction: a refusal counts too. */
async function askDatabase(database: Database, caller: Caller, email: string): Promise<void> {
  const { rows } = await database.inShare(caller, () =>
    database.query<{ answer: { usable: boolean; wait: number } }>(
      'select private.ask_email_change($1, $2) as answer',
      [caller.userId, email],
    ),
  );
  const { usable, wait } = rows[0]!.answer;
  if (wait > 0) throw tooOften(wait);
  if (!usable) throw cannotBeUsed();
}

async function sendCodes(
  { database, keys, mailer, log }: Services,
  caller: Caller,
  change: Change,
  client: string,
): Promise<User> {
  const digits = { current: newDigits(), new: newDigits() };
  const tokens = {
    current: tokenOf(keys, change, 'current', digits.current),
    new: tokenOf(keys, change, 'new', digits.new),
  };
  const user = await database.inShare(caller, () =>
    keepTokens(database, change, tokens, clientHash(keys, client)),
  );
  try {
    const toCurrent = { to: change.from, ...addressCodeEmail(digits.current, 'current') };
    await mailer.send({ ...toCurrent, code: digits.current });
    const toNew = { to: change.to, ...addressCodeEmail(digits.new, 'new') };
    await mailer.send({ ...toNew, code: digits.new });
    return user;
  } catch (error) {
    await database.inShare(caller, () => takeBack(database, change, tokens.current), { isBegun: true });
    // A mail server's words may repeat the address: only its error's name is kept.
    log('email change codes not sent', { reason: (error as NodeJS.ErrnoException).code ?? 'unknown' });
    throw new Problem(503, 'unavailable', 'The email could not be sent. Please try again.');
  }
}

type Tokens = { current: string; new: string };

/** If several requests arrive at the same moment, only one stores codes. That replaces any unfinished change. */
async function keepTokens(
  database: Database,
  change: Change,
  tokens: Tokens,
  askedBy: string,
): Promise<User> {
  const user = await database
    .transaction(async (query) => {
      const { rows } = await query<User>(
        `update auth.users set email_change = $2, email_change_token_current = $3, email_change_token_new = $4,
           email_change_sent_at = now(), email_change_confirm_status = 0, updated_at = now()
         where id = $1 and coalesce(email_change_sent_at <= now() - interval '1 minute', true)
         returning ${USER_COLUMNS}`,
        [change.userId, change.to, tokens.current, tokens.new],
      );
      if (rows[0]) await beginGuesses(query, change, askedBy);
      return rows[0];
    })
    .catch((error: unknown) => {
      throw refusalOf(error);
    });
  if (!user) throw tooOften(60);
  return user;
}

/** New codes have no wrong guesses; who asked for them is kept as a keyed hash. */
async function beginGuesses(query: Query, { userId }: Change, askedBy: string): Promise<void> {
  await query('delete from portal_server.email_change_guesses where user_id = $1', [userId]);
  await query('insert into portal_server.email_change_guesses (user_id, asked_by) values ($1, $2)', [
    userId,
    askedBy,
  ]);
}

/** Not both codes could be sent, so the patient may ask again right away. */
async function takeBack(database: Database, { userId }: Change, token: string): Promise<void> {
  await database.query(
    `update auth.users set email_change = '', email_change_token_current = '', email_change_token_new = '',
       email_change_sent_at = null
     where id = $1 and email_change_token_current = $2`,
    [userId, token],
  );
}

/**
 * The triggers' refusals (supabase/schemas/sign-in/change-of-address.sql), and two patients wanting the
 * same address.
 */
export function refusalOf(error: unknown): unknown {
  const code = isDatabaseError(error) ? error.code : undefined;
  if (code === 'PT422' || code === '23505') return cannotBeUsed();
  return code === 'PT429' ? tooOften(86_400) : error;
}

const cannotBeUsed = () => new Problem(422, 'email_exists', 'This address cannot be used.');

const tooOften = (wait: number) =>
  new Problem(
    429,
    'over_email_send_rate_limit',
    `For security purposes, you can only request this after ${wait} seconds.`,
    wait,
  );

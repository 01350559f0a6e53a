import { randomInt } from 'node:crypto';
import type { Database, Query } from '../database/database.ts';
import { Problem } from '../http/problem.ts';
import type { Keys } from './keys.ts';

/** The database's clock measures every life here, so that several servers agree. */
export const CODE_MINUTES = 10;
const MOST_WRONG_TRIES = 5;

export type SignInCode = { email: string; digits: string };
type CodeRequest = { email: string; createUser: boolean };

/** Makes the address's new code, the only one that counts from here on. Of many that ask at once, one gets it. */
export async function replaceCode(database: Database, keys: Keys, request: CodeRequest): Promise<SignInCode> {
  const { email, createUser } = request;
  const code = { email, digits: String(randomInt(1_000_000)).padStart(6, '0') };
  const { rowCount } = await database.query(
    `insert into portal_server.sign_in_codes as code (email, code_hash, sent_at, expires_at)
     select email, $2::text, now(), now() + make_interval(mins => $3)
     from public.invitations
     where email = $1 and revoked_at is null and ($4 or exists (select from auth.users where users.email = $1))
     on conflict (email) do update
     set code_hash = excluded.code_hash, sent_at = excluded.sent_at, expires_at = excluded.expires_at, wrong_tries = 0
     where code.sent_at + portal_server.wait_between_codes(code.wrong_in_a_row) <= excluded.sent_at`,
    [email, hashOf(keys, code), CODE_MINUTES, createUser],
  );
  if (!rowCount) throw await whyNot(database, request);
  return code;
}

async function whyNot(database: Database, { email, createUser }: CodeRequest): Promise<Problem> {
  const { rows } = await database.query<{ wait: number }>(
    `select ceil(extract(epoch from code.sent_at + portal_server.wait_between_codes(code.wrong_in_a_row) - now()))::integer as wait
     from portal_server.sign_in_codes code join public.invitations using (email)
     where email = $1 and revoked_at is null and ($2 or exists (select from auth.users where users.email = $1))`,
    [email, createUser],
  );
  if (!rows[0]) return new Problem(422, 'otp_disabled', 'Signups not allowed for otp');
  const wait = Math.max(1, rows[0].wait);
  const message = `For security purposes, you can only request this after ${wait} seconds.`;
  return new Problem(429, 'over_email_send_rate_limit', message, wait);
}

/** Takes back a code that never reached its mailbox: the patient may ask again at once. */
export async function withdrawCode(database: Database, keys: Keys, code: SignInCode): Promise<void> {
  await database.query(
    `update portal_server.sign_in_codes set code_hash = null, sent_at = '-infinity'
     where email = $1 and code_hash = $2`,
    [code.email, hashOf(keys, code)],
  );
}

/**
 * Judges a code that somebody brings: the right one is used up, a wrong one counts against the address, wherever it came
 * from, and the last one allowed kills the code. All in one write, so that of many guesses at once each finds what the
 * one before it left; those at a dead code still count. What was used up is not guessed at any more.
 */
export async function spendCode(query: Query, keys: Keys, code: SignInCode): Promise<boolean> {
  const { rows } = await query<{ is_right: boolean }>(
    `update portal_server.sign_in_codes set
       wrong_tries = case when code_hash = $2 then wrong_tries else wrong_tries + 1 end,
       wrong_in_a_row = case when code_hash = $2 then 0 else wrong_in_a_row + 1 end,
       code_hash = case when code_hash <> $2 and wrong_tries + 1 < $3 then code_hash end
     where email = $1 and expires_at > now() and (code_hash is not null or wrong_tries >= $3)
       and exists (select from public.invitations where invitations.email = $1 and revoked_at is null)
     returning wrong_in_a_row = 0 as is_right`,
    [code.email, hashOf(keys, code), MOST_WRONG_TRIES],
  );
  return rows[0]?.is_right === true;
}

const hashOf = (keys: Keys, { email, digits }: SignInCode) =>
  keys.hash('sign-in code', `${email}\0${digits}`).toString('base64url');

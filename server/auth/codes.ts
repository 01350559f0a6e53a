import { randomInt } from 'node:crypto';
import type { Database } from '../database/database.ts';
import type { Query } from '../database/query-types.ts';
import { signingIn } from '../database/shares.ts';
import { Problem } from '../http/problem.ts';
import { tooManyRequests } from '../limits.ts';
import type { Services } from '../services.ts';
import type { Keys } from './keys.ts';

/** The database's clock measures every lifetime here, so that several servers agree. */
export const CODE_MINUTES = 10;
const MAX_WRONG_TRIES = 5;

export type SignInCode = { email: string; digits: string };
/** `client` is the address that requests or enters a code. `forTeam`: the care team's sign-in requests it. */
type CodeRequest = { email: string; createUser: boolean; client: string; forTeam: boolean };

/**
 * Counted together with validate-email, for the client and for the signed-in person. Past the limit it
 * reveals nothing about any address.
 */
export async function requireInvitation(
  { database, settings }: Services,
  request: CodeRequest,
  userId: string | null,
): Promise<void> {
  const { rows } = await database.inShare(signingIn(request.client), () =>
    database.query<{ answer: { wait: number; invited?: boolean } }>(
      'select public.ask_invitation($1, $2, $3, not $4, $5) as answer',
      [request.email, request.client, settings.rateLimitScale, request.createUser, userId],
    ),
  );
  const { wait, invited } = rows[0]!.answer;
  if (wait > 0) throw tooManyRequests(wait);
  if (!invited) throw notInvited();
}

/**
 * Creates the address's new code and invalidates the old one. Of several concurrent requests, one gets it.
 */
export async function replaceCode(database: Database, keys: Keys, request: CodeRequest): Promise<SignInCode> {
  const code = { email: request.email, digits: String(randomInt(1_000_000)).padStart(6, '0') };
  const refusal = await database.inShare(signingIn(request.client), async () =>
    (await keepCode(database, keys, request, code)) ? null : whyNot(database, keys, request),
  );
  if (refusal) throw refusal;
  return code;
}

async function keepCode(
  database: Database,
  keys: Keys,
  { email, createUser, client, forTeam }: CodeRequest,
  code: SignInCode,
): Promise<boolean> {
  const { rowCount } = await database.query(
    `insert into portal_server.sign_in_codes as code (email, code_hash, sent_at, expires_at, asked_by, for_team)
     select $1, $2::text, now(), now() + make_interval(mins => $3), $5::text, $6::boolean
     where private.is_invited($1) and ($4 or exists (select from auth.users where users.email = $1))
     on conflict (email, for_team) do update
     set code_hash = excluded.code_hash, sent_at = excluded.sent_at, expires_at = excluded.expires_at,
       asked_by = excluded.asked_by, wrong_tries = 0, wrong_tries_elsewhere = 0
     where portal_server.next_code_at(code, excluded.asked_by) <= excluded.sent_at`,
    [email, hashOf(keys, code), CODE_MINUTES, createUser, clientHash(keys, client), forTeam],
  );
  return rowCount === 1;
}

async function whyNot(
  database: Database,
  keys: Keys,
  { email, createUser, client, forTeam }: CodeRequest,
): Promise<Problem> {
  const { rows } = await database.query<{ wait: number }>(
    `select ceil(extract(epoch from portal_server.next_code_at(code, $3) - now()))::integer as wait
     from portal_server.sign_in_codes code
     where email = $1 and for_team = $4 and private.is_invited($1)
       and ($2 or exists (select from auth.users where users.email = $1))`,
    [email, createUser, clientHash(keys, client), forTeam],
  );
  if (!rows[0]) return notInvited();
  const wait = Math.max(1, rows[0].wait);
  const message = `For security purposes, you can only request this after ${wait} seconds.`;
  return new Problem(429, 'over_email_send_rate_limit', message, wait);
}

const notInvited = () => new Problem(422, 'otp_disabled', 'Signups not allowed for otp');

/** Removes a code that could not be sent, so the patient may ask again right away. */
export async function withdrawCode(
  database: Database,
  keys: Keys,
  code: SignInCode,
  client: string,
): Promise<void> {
  const withdraw = () =>
    database.query(
      `update portal_server.sign_in_codes set code_hash = null, sent_at = '-infinity'
       where email = $1 and code_hash = $2`,
      [code.email, hashOf(keys, code)],
    );
  await database.inShare(signingIn(client), withdraw, { isBegun: true });
}

/**
 * Checks a submitted code: the right one is used up, a wrong one counts. The client that requested the code
 * has five tries, which no one else can use up; all others share five.
 */
export async function spendCode(
  query: Query,
  keys: Keys,
  code: SignInCode,
  client: string,
): Promise<boolean> {
  const { rows } = await query<{ is_right: boolean }>(
    'select portal_server.judge_code($1, $2, $3, $4) as is_right',
    [code.email, hashOf(keys, code), clientHash(keys, client), MAX_WRONG_TRIES],
  );
  return rows[0]!.is_right;
}

const hashOf = (keys: Keys, { email, digits }: SignInCode) =>
  keys.hash('sign-in code', `${email}\0${digits}`).toString('base64url');

export const clientHash = (keys: Keys, address: string) =>
  keys.hash('sign-in client', address).toString('base64url');

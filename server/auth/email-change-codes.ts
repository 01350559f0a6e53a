import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Mailbox } from '../../domain/notifications/address-emails.ts';
import type { Query, Row } from '../database/query-types.ts';
import { clientHash } from './codes.ts';
import type { Keys } from './keys.ts';
import { IS_INVITED } from './users.ts';

/** Same as for sign-in codes; the database's clock measures, so that several servers agree. */
const CODE_MINUTES = 10;
const MAX_WRONG_TRIES = 5;

export type Change = { userId: string; from: string; to: string };

export const newDigits = () => String(randomInt(1_000_000)).padStart(6, '0');

/** Bound to the patient and both addresses, so that the same digits are useless in any other change. */
export const tokenOf = (keys: Keys, { userId, from, to }: Change, mailbox: Mailbox, digits: string): string =>
  keys.hash('email change code', [userId, from, to, mailbox, digits].join('\0')).toString('base64url');

/** One mailbox's code, as stored. */
type Code = {
  change: Change;
  mailbox: Mailbox;
  token: string;
  isSecond: boolean;
  /** Whether the client that requested the change submits it. */
  isAsker: boolean;
  wrongElsewhere: number;
};
/**
 * `client` is the address that enters a code. A signed-in person, as in the portal, can only confirm their own change.
 * auth-js without a session sends the public key, and then there is no `userId`.
 */
type Brought = { email: string; digits: string; client: string; userId: string | null };

type Pending = Row & {
  id: string;
  email: string;
  email_change: string;
  token_current: string;
  token_new: string;
  is_second: boolean;
};
type Guesses = Row & {
  user_id: string;
  is_asker: boolean;
  elsewhere_at_current: number;
  elsewhere_at_new: number;
};

/**
 * Checks a code for one of the two mailboxes. A correct code is used up; a wrong one counts against that mailbox's code. As
 * for sign-in codes, the client that asked for the change has five tries at each, which no one else can use up; the fifth
 * wrong one revokes the code. All other clients share five. The rows are locked, so that guesses run one by one.
 */
export async function spendChangeCode(
  query: Query,
  keys: Keys,
  { email, digits, client, userId }: Brought,
): Promise<Pick<Code, 'change' | 'isSecond'> | null> {
  const { rows } = await query<Pending>(
    `select id, email, email_change, email_change_token_current as token_current, email_change_token_new as token_new,
       email_change_confirm_status = 1 as is_second
     from auth.users
     where (email = $1 or email_change = $1) and email_change <> '' and id = coalesce($3, id)
       and email_change_sent_at > now() - make_interval(mins => $2) and ${IS_INVITED}
     order by id for update`,
    [email, CODE_MINUTES, userId],
  );
  const guesses = await guessesAt(query, rows, clientHash(keys, client));
  const codes = rows
    .map((row) => codeOf(row, guesses.get(row.id), email))
    .filter(({ token }) => token !== '');
  const right = codes.find(
    ({ change, mailbox, token, isAsker, wrongElsewhere }) =>
      isSame(token, tokenOf(keys, change, mailbox, digits)) && (isAsker || wrongElsewhere < MAX_WRONG_TRIES),
  );
  if (right) await useUp(query, right);
  else if (codes.length > 0) for (const code of codes) await countWrongTry(query, code);
  // Also writes: a faster answer would reveal that no change is in progress, and so who is a patient.
  else await query('select public.take_from_limit($1, 1, 60)', [`no-email-change:${email}`]);
  return right ?? null;
}

/** Read once the users are locked: a statement that waits for them would see the state before the wait. */
async function guessesAt(query: Query, users: Pending[], client: string): Promise<Map<string, Guesses>> {
  const { rows } = await query<Guesses>(
    `select user_id, coalesce(asked_by = $2, false) as is_asker, elsewhere_at_current, elsewhere_at_new
     from portal_server.email_change_guesses where user_id = any ($1)`,
    [users.map(({ id }) => id), client],
  );
  return new Map(rows.map((row) => [row.user_id, row]));
}

const codeOf = (row: Pending, guesses: Guesses | undefined, email: string): Code => {
  const mailbox: Mailbox = email === row.email ? 'current' : 'new';
  return {
    change: { userId: row.id, from: row.email, to: row.email_change },
    mailbox,
    token: mailbox === 'current' ? row.token_current : row.token_new,
    isSecond: row.is_second,
    isAsker: guesses?.is_asker ?? false,
    wrongElsewhere: guesses?.[`elsewhere_at_${mailbox}`] ?? 0,
  };
};

async function useUp(query: Query, { change, mailbox }: Code): Promise<void> {
  await query(
    `update auth.users set email_change_token_${mailbox} = '', email_change_confirm_status = 1, updated_at = now()
     where id = $1`,
    [change.userId],
  );
}

async function countWrongTry(query: Query, { change, mailbox, isAsker }: Code): Promise<void> {
  const count = isAsker ? `at_${mailbox}` : `elsewhere_at_${mailbox}`;
  const { rows } = await query<{ wrong: number }>(
    `insert into portal_server.email_change_guesses as guesses (user_id, ${count}) values ($1, 1)
     on conflict (user_id) do update set ${count} = guesses.${count} + 1
     returning at_${mailbox} as wrong`,
    [change.userId],
  );
  if (rows[0]!.wrong < MAX_WRONG_TRIES) return;
  await query(`update auth.users set email_change_token_${mailbox} = '' where id = $1`, [change.userId]);
}

const isSame = (kept: string, brought: string): boolean =>
  kept.length === brought.length && timingSafeEqual(Buffer.from(kept), Buffer.from(brought));

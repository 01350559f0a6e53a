import { Invitation } from '../../domain/contracts/invitation.ts';
import type { Database } from '../database/database.ts';
import { refusalIn } from './command-line.ts';
import { readCsv } from './csv.ts';

export type Outcome = {
  invited: string[];
  /** Invited before: what has changed about them was brought up to date. */
  renewed: string[];
  /** Invited before and ended since: they can sign in again. */
  restored: string[];
  refused: { where: string; reason: string }[];
};

/** Invites one person; inviting again corrects the details and, where that may be, opens an access that was ended. */
export async function invite(
  database: Database,
  input: unknown,
  where: string,
  { openAgain = true } = {},
): Promise<Outcome> {
  const parsed = Invitation.safeParse(input);
  if (!parsed.success) {
    const reason = parsed.error.issues.map((issue) => describe(issue)).join('; ');
    return refusal(where, reason);
  }
  try {
    return await keepInvitation(database, parsed.data, where, openAgain);
  } catch (error) {
    const sentence = refusalIn(error);
    if (sentence) return refusal(where, `${parsed.data.email}: ${sentence}`);
    throw error;
  }
}

async function keepInvitation(
  database: Database,
  { email, first, last, phone, programme }: Invitation,
  where: string,
  openAgain: boolean,
): Promise<Outcome> {
  const { rows } = await database.query<{ outcome: 'invited' | 'renewed' | 'restored' }>(
    `with before as (select revoked_at from public.invitations where email = $1)
     insert into public.invitations (email, first_name, last_name, phone, programme_name)
     values ($1, $2, $3, $4, $5)
     on conflict (email) do update set first_name = excluded.first_name, last_name = excluded.last_name,
       phone = coalesce(excluded.phone, invitations.phone), revoked_at = null,
       programme_name = coalesce(excluded.programme_name, invitations.programme_name)
       where $6 or invitations.revoked_at is null
     returning case when xmax = 0 then 'invited'
       when (select revoked_at from before) is null then 'renewed' else 'restored' end as outcome`,
    [email, first, last, phone ?? null, programme ?? null, openAgain],
  );
  if (!rows[0]) return refusal(where, `the access of ${email} was ended; --open-again opens it again`);
  return { ...NOBODY, [rows[0].outcome]: [email] };
}

const NOBODY: Outcome = { invited: [], renewed: [], restored: [], refused: [] };

const refusal = (where: string, reason: string): Outcome => ({ ...NOBODY, refused: [{ where, reason }] });

const describe = ({ path, message }: { path: PropertyKey[]; message: string }) =>
  message.startsWith(String(path[0])) ? message : `${String(path[0])}: ${message}`;

const HEADER = ['email', 'first', 'last', 'phone'];

/**
 * Invites everybody in a list. Bad lines are named and left out, good ones kept. A list that is read again still holds
 * people whose access was ended since: it opens theirs only where that was asked for.
 */
export async function inviteList(
  database: Database,
  csv: string,
  { openAgain = false } = {},
): Promise<Outcome> {
  const [header, ...lines] = readCsv(csv);
  const names = header?.fields.map((name) => name.toLowerCase()) ?? [];
  if (!HEADER.slice(0, 3).every((name) => names.includes(name))) {
    return refusal('line 1', `the header must be ${HEADER.join(',')}`);
  }
  const outcome: Outcome = { invited: [], renewed: [], restored: [], refused: [] };
  const lineOf = new Map<string, number>();
  for (const { number, fields } of lines) {
    const input = Object.fromEntries(names.map((name, at) => [name, fields[at] || undefined]));
    const email = input['email']?.toLowerCase() ?? '';
    const earlier = lineOf.get(email);
    const one = earlier
      ? refusal(`line ${number}`, `${email} stands on line ${earlier} already`)
      : await invite(database, input, `line ${number}`, { openAgain });
    if (email && !earlier) lineOf.set(email, number);
    outcome.invited.push(...one.invited);
    outcome.renewed.push(...one.renewed);
    outcome.restored.push(...one.restored);
    outcome.refused.push(...one.refused);
  }
  return outcome;
}

/** Ends access at once. All that could open it again goes with the invitation (20261115100600_sessions.sql). */
export async function uninvite(database: Database, email: string): Promise<boolean> {
  return database.transaction(async (query) => {
    // In the order in which a change of address takes them, so that neither waits for the other.
    await query('select from auth.users where email = lower(trim($1)) for update', [email]);
    const ended = await query(
      'update public.invitations set revoked_at = now() where email = lower(trim($1)) and revoked_at is null',
      [email],
    );
    return ended.rowCount === 1;
  });
}

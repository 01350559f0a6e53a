import { Invitation } from '../../domain/contracts/team/invitation.ts';
import { invitationEmail } from '../../domain/notifications/invitation-email.ts';
import type { Database } from '../database/database.ts';
import { refusalIn } from './command-line.ts';
import { readCsv } from './csv.ts';

export type InvitationResults = {
  invited: string[];
  /** Invited before: changes were updated. */
  renewed: string[];
  /** Invited before and ended since: they can sign in again. */
  restored: string[];
  refused: { where: string; reason: string }[];
};

type Options = {
  openAgain?: boolean;
  /** The sign-in URL for the email; without it no email is written. */
  siteUrl?: string | null;
};

/** Invites one person; inviting again corrects the details and, if allowed, restores ended access. */
export async function invite(
  database: Database,
  input: unknown,
  where: string,
  options: Options = {},
): Promise<InvitationResults> {
  const parsed = Invitation.safeParse(input);
  if (!parsed.success) {
    const reason = parsed.error.issues.map((issue) => describe(issue)).join('; ');
    return refusal(where, reason);
  }
  try {
    return await keepInvitation(database, parsed.data, where, options);
  } catch (error) {
    const sentence = refusalIn(error);
    if (sentence) return refusal(where, `${parsed.data.email}: ${sentence}`);
    throw error;
  }
}

async function keepInvitation(
  database: Database,
  invitation: Invitation,
  where: string,
  { openAgain = true, siteUrl = null }: Options,
): Promise<InvitationResults> {
  const { rows } = await database.query<{ outcome: 'invited' | 'renewed' | 'restored' | null }>(
    'select public.invite_patient($1, $2, $3) as outcome',
    [invitation, openAgain, siteUrl === null ? null : mailTo(invitation, siteUrl)],
  );
  const outcome = rows[0]!.outcome;
  if (outcome === null) {
    return refusal(where, `access for ${invitation.email} was ended; --open-again restores it`);
  }
  return { ...NOBODY, [outcome]: [invitation.email] };
}

function mailTo({ first }: Invitation, siteUrl: string) {
  const { subject, text, html } = invitationEmail(siteUrl, first);
  return { subject, body_text: text, body_html: html };
}

const NOBODY: InvitationResults = { invited: [], renewed: [], restored: [], refused: [] };

const refusal = (where: string, reason: string): InvitationResults => ({
  ...NOBODY,
  refused: [{ where, reason }],
});

const describe = ({ path, message }: { path: PropertyKey[]; message: string }) =>
  message.startsWith(String(path[0])) ? message : `${String(path[0])}: ${message}`;

/** All of them read each line. */
const MAX_COLUMNS = 100;
const HEADER = ['email', 'first', 'last', 'phone'];

/**
 * Invites everyone in a list. Bad lines are reported and skipped, good ones kept. A reused list still has
 * people whose access was ended since: it restores theirs only on request.
 */
export async function inviteList(
  database: Database,
  csv: string,
  { openAgain = false, siteUrl = null }: Options = {},
): Promise<InvitationResults> {
  const [header, ...lines] = readCsv(csv);
  const names = header?.fields.map((name) => name.toLowerCase()) ?? [];
  if (names.length > MAX_COLUMNS) return refusal('line 1', `at most ${MAX_COLUMNS} columns`);
  if (!HEADER.slice(0, 3).every((name) => names.includes(name))) {
    return refusal('line 1', `the header must be ${HEADER.join(',')}`);
  }
  const outcome: InvitationResults = { invited: [], renewed: [], restored: [], refused: [] };
  const lineOf = new Map<string, number>();
  for (const { number, fields } of lines) {
    const input = Object.fromEntries(names.map((name, at) => [name, fields[at] || undefined]));
    const email = input['email']?.toLowerCase() ?? '';
    const earlier = lineOf.get(email);
    const one = earlier
      ? refusal(`line ${number}`, `${email} is already on line ${earlier}`)
      : await invite(database, input, `line ${number}`, { openAgain, siteUrl });
    if (email && !earlier) lineOf.set(email, number);
    outcome.invited.push(...one.invited);
    outcome.renewed.push(...one.renewed);
    outcome.restored.push(...one.restored);
    outcome.refused.push(...one.refused);
  }
  return outcome;
}

/** Ends access right away, and everything that could restore it (supabase/schemas/sign-in/sessions.sql). */
export async function uninvite(database: Database, email: string): Promise<boolean> {
  return database.transaction(async (query) => {
    // In the order a change of address locks them, so that neither waits for the other.
    await query('select from auth.users where email = lower(trim($1)) for update', [email]);
    const ended = await query(
      'update public.invitations set revoked_at = now() where email = lower(trim($1)) and revoked_at is null',
      [email],
    );
    return ended.rowCount === 1;
  });
}

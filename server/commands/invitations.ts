import { invitationProblem, readInvitationList } from '../../domain/account/invitation-list.ts';
import { Invitation } from '../../domain/contracts/team/invitation.ts';
import { invitationEmail } from '../../domain/notifications/invitation-email.ts';
import type { Database } from '../database/database.ts';
import { refusalIn } from './command-line.ts';

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
    return refusal(where, invitationProblem(parsed.error));
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

/**
 * Invites everyone in a list. Bad lines are reported and skipped, good ones kept. A reused list still has
 * people whose access was ended since: it restores theirs only on request.
 */
export async function inviteList(
  database: Database,
  csv: string,
  { openAgain = false, siteUrl = null }: Options = {},
): Promise<InvitationResults> {
  const { people, wrong } = readInvitationList(csv);
  const outcome: InvitationResults = { invited: [], renewed: [], restored: [], refused: [] };
  const refused = wrong.map(({ line, reason }) => ({ line, where: `line ${line}`, reason }));
  for (const { line, person } of people) {
    const one = await invite(database, person, `line ${line}`, { openAgain, siteUrl });
    outcome.invited.push(...one.invited);
    outcome.renewed.push(...one.renewed);
    outcome.restored.push(...one.restored);
    refused.push(...one.refused.map(({ where, reason }) => ({ line, where, reason })));
  }
  outcome.refused = refused
    .toSorted((one, other) => one.line - other.line)
    .map(({ where, reason }) => ({ where, reason }));
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

import type * as z from 'zod/mini';
import {
  TeamInvitationsAnswer,
  TeamInvitationsChange,
  TeamInvitationsChanged,
  TeamInvitationsRequest,
} from '../../../domain/contracts/team/team-invitations.ts';
import { invitationEmail } from '../../../domain/notifications/invitation-email.ts';
import { readAndWritten } from '../_shared/request/define-function.ts';
import { defineTeamFunction, type Team } from '../_shared/request/define-team-function.ts';

const READS = ['identity', 'administrative_summary'];

const invitations = defineTeamFunction({
  method: 'GET',
  roles: ['administrator'],
  reads: READS,
  input: TeamInvitationsRequest,
  run: async (query, team) =>
    TeamInvitationsAnswer.parse(await team.ask('team_invitations', { p_query: query })),
});

const change = defineTeamFunction({
  method: 'POST',
  roles: ['administrator'],
  reads: READS,
  input: TeamInvitationsChange,
  run: async (asked, team) =>
    TeamInvitationsChanged.parse(
      asked.action === 'resend-emails'
        ? await team.write('team_resend_emails', { p_patient: asked.id })
        : await team.write('team_change_invitations', { p_change: await withMail(asked, team) }),
    ),
});

/** The email that goes out with it. For a person who was invited before, the database knows the name. */
async function withMail(
  asked: Exclude<z.output<typeof TeamInvitationsChange>, { action: 'resend-emails' }>,
  team: Team,
): Promise<object> {
  if (asked.action === 'revoke') return asked;
  const first = asked.action === 'invite' ? asked.first : await firstNameOf(asked.email, team);
  const { subject, text, html } = invitationEmail(team.portal.siteUrl, first);
  return { ...asked, mail: { subject, body_text: text, body_html: html } };
}

async function firstNameOf(email: string, team: Team): Promise<string> {
  return String(await team.ask('team_invited_name', { p_email: email }));
}

export const handler = readAndWritten(invitations, change);

import type * as z from 'zod/mini';
import {
  TeamAlarmResent,
  TeamInvitationsAnswer,
  TeamInvitationsChange,
  TeamInvitationsChanged,
  TeamInvitationsRequest,
  TeamListAnswer,
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
  run: async (asked, team) => {
    switch (asked.action) {
      case 'check-list':
        return TeamListAnswer.parse(await team.ask('team_check_list', { p_people: asked.people }));
      case 'import':
        return TeamListAnswer.parse(
          await team.write('team_import_list', {
            p_people: asked.people,
            p_email_content: emailTo('{first}', team),
          }),
        );
      case 'resend-emails':
        return TeamInvitationsChanged.parse(await team.write('team_resend_emails', { p_patient: asked.id }));
      case 'resend-alarm':
        return TeamAlarmResent.parse(
          await team.write('team_resend_alarm', { p_phone: team.portal.dutyPhone }),
        );
      default:
        return TeamInvitationsChanged.parse(
          await team.write('team_change_invitations', { p_change: await withMail(asked, team) }),
        );
    }
  },
});

/** The email sent with it. For someone invited before, the database knows the name. */
async function withMail(
  asked: Extract<z.output<typeof TeamInvitationsChange>, { email: string }>,
  team: Team,
): Promise<object> {
  if (asked.action === 'revoke' || asked.action === 'edit') return asked;
  const first = asked.action === 'invite' ? asked.first : await firstNameOf(asked.email, team);
  return { ...asked, mail: emailTo(first, team) };
}

function emailTo(first: string, { portal }: Team) {
  const { subject, text, html } = invitationEmail(portal.siteUrl, first);
  return { subject, body_text: text, body_html: html };
}

async function firstNameOf(email: string, team: Team): Promise<string> {
  return String(await team.ask('team_invited_name', { p_email: email }));
}

export const handler = readAndWritten(invitations, change);

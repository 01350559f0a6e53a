import * as z from 'zod/mini';
import {
  TeamEmailChangeAnswer,
  TeamEmailChanged,
  TeamEmailChangeRequest,
} from '../../../domain/contracts/team/team-email-change.ts';
import { lostMailboxNotices } from '../../../domain/notifications/lost-mailbox.ts';
import { messageRow } from '../_shared/appointments/appointment-notifications.ts';
import { readAndWritten } from '../_shared/request/define-function.ts';
import { defineTeamFunction, type Team, type WritingTeam } from '../_shared/request/define-team-function.ts';
import { FunctionProblem } from '../_shared/answer/problem.ts';
import { newStopSecret, stopHash } from '../_shared/patients/stop-secret.ts';

/** As the database answers: with what the notices to the patient need. */
const Open = z.array(
  z.object({
    id: z.guid(),
    patient: z.object({ id: z.guid() }),
    email: z.string(),
    newEmail: z.string(),
    firstName: z.nullable(z.string()),
    timeZone: z.string(),
    phone: z.nullable(z.string()),
  }),
);

const changes = defineTeamFunction({
  method: 'GET',
  roles: ['administrator', 'clinician'],
  reads: ['identity'],
  run: async (_input, team) => {
    const open = (await team.ask('team_email_changes')) as { phone: string | null }[];
    const withTexts = (change: { phone: string | null }) =>
      Object.assign(change, { isTexted: change.phone !== null && team.portal.sendsTexts });
    return TeamEmailChangeAnswer.parse({ changes: open.map(withTexts) });
  },
});

/** An administrator asks, a clinician agrees. The database decides who may do which. */
const change = defineTeamFunction({
  method: 'POST',
  roles: ['administrator', 'clinician'],
  reads: ['identity'],
  input: TeamEmailChangeRequest,
  run: async (asked, team) => {
    const p_change = asked.action === 'agree' ? { ...asked, ...(await noticesOf(asked.id, team)) } : asked;
    return TeamEmailChanged.parse(await team.write('team_change_email', { p_change }));
  },
});

/** The secret is only in the notices; the database keeps its hash. */
async function noticesOf(id: string, team: WritingTeam) {
  const known = await openChange(id, team);
  const secret = newStopSecret();
  const messages = lostMailboxNotices(known, {
    now: team.now().getTime(),
    siteUrl: team.portal.siteUrl,
    secret,
  });
  return { stopHash: await stopHash(team, secret), messages: messages.map(messageRow) };
}

async function openChange(id: string, team: Team) {
  const known = Open.parse(await team.ask('team_email_changes')).find((each) => each.id === id);
  if (known) return { ...known, userId: known.patient.id };
  throw new FunctionProblem(409, 'changed_meanwhile', 'Someone already decided on this request.');
}

export const handler = readAndWritten(changes, change);

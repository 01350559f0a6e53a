import type * as z from 'zod/mini';
import { startOf } from '../../../domain/contracts/iso.ts';
import { TeamNotesAnswer, TeamNotesRequest } from '../../../domain/contracts/team-notes.ts';
import { newsMail } from '../../../domain/messages/news-mail.ts';
import { DAY } from '../../../domain/time/instant.ts';
import { defineTeamFunction, type Team } from '../_shared/define-team-function.ts';
import { noteHtml } from '../_shared/note-html.ts';
import { invalidInput } from '../_shared/problem.ts';

type Act = z.output<typeof TeamNotesRequest>;

const MAX_HTML = 100_000;

/** Drafts, which their author alone sees, and signed notes, which nobody changes. */
export const handler = defineTeamFunction({
  method: 'POST',
  roles: ['coach', 'clinician'],
  reads: [],
  input: TeamNotesRequest,
  run: async (act, team) =>
    TeamNotesAnswer.parse(await team.write('team_change_notes', { p_change: await withWords(act, team) })),
});

/** With the HTML and the mail that belong to it. */
async function withWords(act: Act, { now, portal }: Team): Promise<object> {
  if (act.action === 'save') {
    // Where it is today already may be tomorrow in UTC.
    if (startOf(act.date) > now().getTime() + DAY) {
      throw invalidInput('date', 'The date cannot be in the future');
    }
    return act.kind === 'consultation' ? { ...act, html: await htmlOf(act.text) } : act;
  }
  if (act.action !== 'sign' && act.action !== 'addendum') return act;
  const { subject, text, html } = newsMail(portal.siteUrl);
  const mail = { subject, body_text: text, body_html: html };
  return act.action === 'sign' ? { ...act, mail } : { ...act, mail, html: await htmlOf(act.text) };
}

async function htmlOf(markdown: string): Promise<string> {
  const html = await noteHtml(markdown);
  if (html.length > MAX_HTML) throw invalidInput('text', 'Please use less formatting');
  return html;
}

import * as z from 'zod/mini';
import { hasTooMuchFormatting } from '../../../domain/content/formatting.ts';
import { startOf } from '../../../domain/contracts/fields/iso.ts';
import { MAX_NOTE } from '../../../domain/contracts/fields/lengths.ts';
import { TeamNotesAnswer, TeamNotesRequest } from '../../../domain/contracts/team/team-notes.ts';
import { storedEmail } from '../../../domain/notifications/care-notices.ts';
import { newsEmail } from '../../../domain/notifications/news-email.ts';
import { DAY } from '../../../domain/time/instant.ts';
import { defineTeamFunction, type WritingTeam } from '../_shared/request/define-team-function.ts';
import { noteHtml } from '../_shared/patients/note-html.ts';
import { ParserOverrun } from '../_shared/request/parser.ts';
import { invalidInput } from '../_shared/answer/problem.ts';

type Act = z.output<typeof TeamNotesRequest>;

const MAX_HTML = 100_000;

/** Drafts, which only their author sees, and signed notes, which no one changes. */
export const handler = defineTeamFunction({
  method: 'POST',
  roles: ['coach', 'clinician'],
  reads: [],
  input: TeamNotesRequest,
  run: async (act, team) =>
    TeamNotesAnswer.parse(await team.write('team_change_notes', { p_change: await withWords(act, team) })),
});

/** With their HTML and email. */
async function withWords(act: Act, team: WritingTeam): Promise<object> {
  if (act.action === 'save') {
    // A day that has begun there may be tomorrow in UTC.
    if (startOf(act.date) > team.now().getTime() + DAY) {
      throw invalidInput('date', 'The date cannot be in the future');
    }
    return act;
  }
  if (act.action !== 'sign' && act.action !== 'addendum') return act;
  const mail = storedEmail(newsEmail(team.portal.siteUrl, act.noteId));
  const written = act.action === 'sign' ? await textToSign(act, team) : act.text;
  return written === null ? { ...act, mail } : { ...act, mail, html: await htmlOf(written, team) };
}

const TextToSign = z.nullable(z.string().check(z.maxLength(2 * MAX_NOTE)));

/**
 * The text of the draft version they saw. Null if it is gone; then the act itself refuses, or recognizes a
 * retry.
 */
async function textToSign(
  { noteId, version }: Extract<Act, { action: 'sign' }>,
  { ask }: WritingTeam,
): Promise<string | null> {
  return TextToSign.parse(await ask('team_text_to_sign', { p_note: noteId, p_version: version }));
}

/**
 * Patients' browsers parse medical notes as Markdown, so a text that is too much for us is too much for them.
 */
async function htmlOf(markdown: string, { parse }: WritingTeam): Promise<string> {
  if (hasTooMuchFormatting(markdown)) throw tooMuchFormatting();
  const html = await parse(noteHtml, markdown).catch((error: unknown) => {
    throw error instanceof ParserOverrun ? tooMuchFormatting() : error;
  });
  if (html.length > MAX_HTML) throw tooMuchFormatting();
  return html;
}

const tooMuchFormatting = () => invalidInput('text', 'Please use less formatting');
